import { existsSync, readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { publishedData } from '../../../test/unit/data.js'
import { tableBelow } from '../../../test/unit/docs.js'
import { setDataRoot } from '../root.js'
import { revisionOf, urlOf } from './benchmark.js'
import { BENCHMARK_NAMES, benchmarkNamed } from './catalogue.js'
import { dataFolder } from './data-folder.js'
import { derive } from './derive.js'
import { difference, fingerprint, fingerprintOf } from './hash.js'
import { placeOf } from './place.js'

afterEach(() => {
  vi.unstubAllEnvs()
  setDataRoot(undefined)
})

describe('the catalogue', () => {
  it('has every benchmark of its folder', () => {
    const files = readdirSync(new URL('./benchmarks/', import.meta.url))
    expect(BENCHMARK_NAMES.map((name) => `${name}.json`).sort()).toEqual(files.sort())
  })

  it.each(BENCHMARK_NAMES)('%s: names itself, and every path once and below its folder', (name) => {
    const benchmark = benchmarkNamed(name)
    expect(benchmark.name).toBe(name)
    const paths = [...benchmark.sources.flatMap(({ files }) => files), ...benchmark.derived].map(({ path }) => path)
    const places = paths.map((path) => placeOf('data', path).toLowerCase())
    expect(new Set(places).size).toBe(paths.length)
  })

  it.each(BENCHMARK_NAMES)('%s: every address is of https and has the pinned commit', (name) => {
    for (const { revision, base, files } of benchmarkNamed(name).sources) {
      const [, place = '', commit = ''] = /^(.+)@([0-9a-f]{40})$/.exec(revision) ?? []
      expect(commit).not.toBe('')
      const repository = place.replace(/^github\.com/, 'raw.githubusercontent.com')
      const folder = place.startsWith('github.com/') ? commit : `resolve/${commit}`
      expect(base).toBe(`https://${repository}/${folder}/`)
      expect(files.every((file) => new URL(urlOf(base, file)).href === urlOf(base, file))).toBe(true)
    }
  })

  it('says what is meant by a name that it does not have', () => {
    expect(() => benchmarkNamed('swiss-rag-bench')).toThrow('Did you mean "swiss-legal-rag-bench"?')
    expect(() => benchmarkNamed('PakLegalQA')).toThrow('Did you mean "paklegalqa"?')
    expect(() => benchmarkNamed('q')).toThrow(/legalcitebench\.$/)
  })

  it('is what docs/fetch.md shows', () => {
    const [, ...rows] = tableBelow('docs/fetch.md', 'Benchmarks')
    const shown = BENCHMARK_NAMES.map((name) => {
      const { page, licence, sources } = benchmarkNamed(name)
      const files = sources.flatMap((source) => source.files)
      return [`[${name}](${page})`, licence, files.length, files.filter(({ sha256 }) => sha256 !== undefined).length].map(String)
    })
    expect(rows).toEqual(shown)
  })

  it('tells revisions apart', () => {
    expect(revisionOf(benchmarkNamed('swiss-legal-rag-bench')).split(', ')).toHaveLength(2)
  })
})

for (const name of BENCHMARK_NAMES) {
  const benchmark = benchmarkNamed(name)
  const { folder, absent, whetherSkipped } = publishedData(benchmark.folder ?? name)
  const pinned = benchmark.sources
    .flatMap(({ files }) => files)
    .filter(({ path, sha256 }) => sha256 && existsSync(`${folder}/${path}`))

  describe.skipIf(absent)(`published data of ${name}${whetherSkipped}`, () => {
    it.skipIf(pinned.length === 0)('is what the catalogue pins, as far as it is there', async () => {
      const wrong: string[] = []
      for (const file of pinned) {
        const found = await fingerprint(placeOf(folder, file.path))
        if (found === null || difference(found, file) !== null) wrong.push(file.path)
      }
      expect(wrong).toEqual([])
    })

    const makeable = benchmark.derived.filter((file) => !('from' in file) || existsSync(`${folder}/${file.from}`))
    it.skipIf(makeable.length === 0)('is what derived files come out as', async () => {
      for (const file of makeable) expect(difference(fingerprintOf(await derive(file, folder)), file)).toBeNull()
    })
  })
}

describe('dataFolder', () => {
  it('is below .docket/data of the project', () => {
    vi.stubEnv('DOCKET_DATA', undefined)
    setDataRoot('/project')
    expect(dataFolder('paklegalqa')).toBe('/project/.docket/data/paklegalqa')
    expect(dataFolder('legalcitebench')).toBe('/project/.docket/data/others/legalcitebench')
  })

  it.each([
    ['/elsewhere', '/elsewhere/paklegalqa'],
    ['../data', '/data/paklegalqa'],
    ['', '/project/.docket/data/paklegalqa'],
  ])('is where DOCKET_DATA=%s says', (value, folder) => {
    vi.stubEnv('DOCKET_DATA', value)
    setDataRoot('/project')
    expect(dataFolder('paklegalqa')).toBe(folder)
  })

  it('is of no other benchmark', () => {
    expect(() => dataFolder('paklegalq' as 'paklegalqa')).toThrow('Did you mean "paklegalqa"?')
  })
})
