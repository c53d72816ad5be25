/** A number of bytes as it reads: `812 bytes`, `61 kB`, `4.0 MB`; decimal units. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
