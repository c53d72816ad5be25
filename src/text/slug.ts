/** Names that Windows keeps for devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
const LONGEST = 80

/** A name in lower-case ASCII with dashes, for a file; empty where nothing of it is left. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Whether a slug can be a file's name on every file system as it is. */
export function isFileName(slug: string): boolean {
  return slug !== '' && slug.length <= LONGEST && !DEVICE.test(slug)
}

/** What is left of a slug beside a piece of a hash. */
export function shortSlug(slug: string): string {
  return slug.slice(0, LONGEST) || 'suite'
}
