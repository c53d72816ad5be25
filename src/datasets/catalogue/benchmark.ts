import { z } from 'zod'

const Pin = {
  /** Lower-case hex; absent where nobody has published it, and then the first download is locked. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  bytes: z.int().min(0).optional(),
}

/** A file that is downloaded. */
const CatalogueFile = z.strictObject({
  /** Where it goes below the benchmark's folder, with `/`. */
  path: z.string().min(1),
  /** Where it lies below the source's base, as it is named there and not percent-encoded; `path` by default. */
  from: z.string().min(1).optional(),
  ...Pin,
  /** Upstream may not have it, or not under this name: where it is not there (404), the rest is fetched all the same. */
  optional: z.boolean().optional(),
  /** A `.json` that is published with a row a line, or may be. */
  jsonLines: z.boolean().optional(),
})
export type CatalogueFile = z.infer<typeof CatalogueFile>

/** Files of one place at one revision. */
const CatalogueSource = z.strictObject({
  /** `host/owner/name@commit`. */
  revision: z.string().min(1),
  /** The URL that `from` is appended to; ends with `/`. */
  base: z.url({ protocol: /^https?$/ }).endsWith('/'),
  files: z.array(CatalogueFile).min(1),
})

const Made = { path: z.string().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(0) }

/** A file that is made here, byte for byte the same everywhere, of what was downloaded or of the catalogue itself. */
const DerivedFile = z.union([
  z.strictObject({
    ...Made,
    from: z.string().min(1),
    /** Tests of a LegalBench-RAG file by their position from 0, with the ids `SET-POSITION`. */
    sample: z.strictObject({ set: z.string().min(1), tests: z.array(z.int().min(0)).min(1) }),
  }),
  z.strictObject({
    ...Made,
    from: z.string().min(1),
    /** So many lines from the beginning. */
    lines: z.int().min(1),
  }),
  z.strictObject({ ...Made, json: z.record(z.string(), z.string()) }),
])
export type DerivedFile = z.infer<typeof DerivedFile>

/** What `vitest-docket fetch` knows of a benchmark. */
export const Benchmark = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  /** Below the folder of all data; `name` by default. */
  folder: z.string().min(1).optional(),
  licence: z.string().min(1),
  /** What upstream asks of those who use it, a sentence each. */
  terms: z.array(z.string()),
  /** Where people read about it and can get it by hand. */
  page: z.url(),
  /** What is missing, or not known for sure. */
  notes: z.array(z.string()),
  sources: z.array(CatalogueSource).min(1),
  derived: z.array(DerivedFile),
})
export type Benchmark = z.infer<typeof Benchmark>

/** The revisions of all sources as one text, by which a lock file knows whether it is of the same. */
export function revisionOf({ sources }: Benchmark): string {
  return sources.map(({ revision }) => revision).join(', ')
}

/** A file's address: every segment of its name is percent-encoded, so that a literal `%20` becomes `%2520`. */
export function urlOf(base: string, { path, from = path }: CatalogueFile): string {
  return base + from.split('/').map(encodeURIComponent).join('/')
}
