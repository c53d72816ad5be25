/**
 * SHA-256 of the labelled files in this package's own repository. They show how a judge does on made-up law; what a user gates on is a calibration on examples of the
 * user's own.
 */
const FIXTURES: readonly string[] = [
  '22037f8a65c0fc579db2f943f2ae97cde79735421604e3b10d5f3fd0608e7d80',
  '80b8a69fd3bc977515cea0f373e6fe9e3d655e6644fdaf53a4d535d4f67de9af',
]

export function isOwnFixture(sha256: string): boolean {
  return FIXTURES.includes(sha256)
}
