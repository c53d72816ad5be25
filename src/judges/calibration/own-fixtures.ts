/**
 * SHA-256 of the labelled files in this package's own repository. They show how a judge does on made-up law; what a user gates on is a calibration on examples of the
 * user's own.
 */
const FIXTURES: readonly string[] = []

export function isOwnFixture(sha256: string): boolean {
  return FIXTURES.includes(sha256)
}
