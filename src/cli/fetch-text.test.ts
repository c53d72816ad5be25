import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../reporters/layout.js'
import { BENCHMARK_NAMES, benchmarkNamed } from '../datasets/catalogue/catalogue.js'
import type { FetchEvent } from '../datasets/catalogue/fetch-benchmark.js'
import { advance, eventLine, licenceText, listText, type Progress, progressLine, startProgress } from './fetch-text.js'

const EVENTS: FetchEvent[] = [
  { kind: 'checked', files: [{ path: 'a.txt', state: 'missing', optional: false }] },
  { kind: 'waiting' },
  { kind: 'started', files: 3 },
  { kind: 'bytes', path: 'a.txt', bytes: 400, total: 2000 },
  { kind: 'bytes', path: 'b.txt', bytes: 700_000, total: null },
  { kind: 'retry', path: 'a.txt', why: 'files.example answers 503' },
  { kind: 'bytes', path: 'a.txt', bytes: 2000, total: 2000 },
  { kind: 'done', path: 'a.txt', bytes: 2000 },
  { kind: 'absent', path: 'c.txt', bytes: 0 },
]

function states(): { progress: Progress; event: FetchEvent }[] {
  let progress = startProgress('made-up', 'data/made-up')
  return EVENTS.map((event) => {
    progress = advance(progress, event)
    return { progress, event }
  })
}

describe('progress', () => {
  it('is one line on a terminal', () => {
    expect(states().map(({ progress }) => progressLine(progress, 80))).toEqual([
      'made-up: 0 of 0 files, 0 bytes',
      'made-up: 0 of 0 files, 0 bytes',
      'made-up: 0 of 3 files, 0 bytes',
      'made-up: 0 of 3 files, 400 bytes',
      'made-up: 0 of 3 files, 700 kB',
      'made-up: 0 of 3 files, 700 kB',
      'made-up: 0 of 3 files, 702 kB',
      'made-up: 1 of 3 files, 702 kB',
      'made-up: 2 of 3 files, 702 kB',
    ])
    expect(states().map(({ progress }) => displayWidth(progressLine(progress, 20)))).toEqual(EVENTS.map(() => 20))
  })

  it('is a line a file elsewhere, with what is unusual', () => {
    expect(states().flatMap(({ progress, event }) => eventLine(progress, event) ?? [])).toEqual([
      'made-up: another process fetches it; waiting',
      'made-up: a.txt: files.example answers 503; trying again',
      'made-up: 1 of 3: a.txt (2 kB)',
      'made-up: 2 of 3: c.txt is not there upstream',
    ])
  })
})

describe('texts about the catalogue', () => {
  it.each([40, 80, 200])('fit into %i columns', (columns) => {
    const listed = BENCHMARK_NAMES.map((name) => ({
      benchmark: benchmarkNamed(name),
      folder: `.docket/data/${name}`,
      there: 1,
      complete: false,
    }))
    const texts = [listText(listed, columns), ...listed.map(({ benchmark }) => licenceText(benchmark, columns))]
    expect(texts.flatMap((text) => text.split('\n')).filter((line) => displayWidth(line) > columns)).toEqual([])
  })

  it.each([
    [0, false, '–'],
    [3, false, '3 of 11 in .docket/data/paklegalqa'],
    [11, true, 'complete in .docket/data/paklegalqa'],
  ])('say how much is there: %i', (there, complete, where) => {
    const text = listText([{ benchmark: benchmarkNamed('paklegalqa'), folder: '.docket/data/paklegalqa', there, complete }], 200)
    expect(text.split('\n').slice(0, 2)).toEqual([
      'paklegalqa: PakLegalQA',
      `  11 files, 8 pinned; 4.0 MB, size of 3 not known; there: ${where}`,
    ])
  })

  it.each([
    ['all known', [{ path: 'a', sha256: '0', bytes: 1200 }], '1 file, all pinned; 1 kB'],
    ['none known', [{ path: 'a' }, { path: 'b' }], '2 files, 0 pinned; sizes not known'],
    ['an empty one known', [{ path: 'a', bytes: 0 }, { path: 'b' }], '2 files, 0 pinned; 0 bytes, size of 1 not known'],
  ])('say what is known of sizes: %s', (_, files, text) => {
    const benchmark = { ...benchmarkNamed('paklegalqa'), sources: [{ revision: 'r', base: 'https://files.example/', files }] }
    const [, line] = listText([{ benchmark, folder: 'data', there: 0, complete: false }], 200).split('\n')
    expect(line).toBe(`  ${text}; there: –`)
  })
})
