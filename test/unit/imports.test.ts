import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** A file imports only from its own row and from rows above it. */
const ROWS = [
  ['src/errors.ts', 'src/group-by.ts', 'src/abort.ts', 'src/random.ts'],
  ['src/schema/'],
  ['src/text/'],
  ['src/citations/'],
  ['src/datasets/'],
  ['src/cassettes/'],
  ['src/providers/'],
  ['src/systems/'],
  ['src/stats/'],
  ['src/judges/'],
  ['src/metrics/'],
  ['src/run/'],
  ['reporters/'],
  ['src/vitest/'],
  ['src/github/'],
  ['src/cli/'],
  ['src/index.ts', 'src/plugin.ts', 'src/metrics.ts'],
]

interface Import {
  file: string
  /** A file of this repository, or the package's name with its path. */
  target: string
  how: 'value' | 'type' | 'dynamic'
}

function sources(): string[] {
  return ['src', 'reporters'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.ts') && !/\.(test|test-util|bench|d)\.ts$/.test(name)),
  )
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const STATIC = /^(?:import|export)\s+(?:(type)\s+)?(?:([^'"`;]*?)\s*from\s+)?'([^'\n]+)'/gm
const DYNAMIC = /\bimport\(\s*'([^'\n]+)'/g

/** Every import and re-export with a fixed name. `import {}` of types alone is a type import, as `verbatimModuleSyntax` has it. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(COMMENTS, '')
  const named = (target: string) => (target.startsWith('.') ? locate(file, target) : target)
  return [
    ...[...text.matchAll(STATIC)].map(
      ([, type, , target = '']): Import => ({ file, target: named(target), how: type === undefined ? 'value' : 'type' }),
    ),
    ...[...text.matchAll(DYNAMIC)].map(([, target = '']): Import => ({ file, target: named(target), how: 'dynamic' })),
  ]
}

function locate(file: string, target: string): string {
  return relative(ROOT, resolve(ROOT, dirname(file), target))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts')
}

function rowOf(file: string): number {
  return ROWS.findIndex((row) => row.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place)))
}

const files = sources()
const imports = files.flatMap(importsOf)
const own = imports.filter(({ target }) => /^(src|reporters)\//.test(target))
const shown = ({ file, target, how }: Import) => `${file} → ${target} (${how})`
const from = (name: string) => imports.filter(({ target }) => target === name || target.startsWith(`${name}/`))

describe('imports', () => {
  it('are read: every row has files, and the readers of this test find what is there', () => {
    expect(ROWS.map((row) => row.filter((place) => files.some((file) => file.startsWith(place))))).toEqual(ROWS)
    expect(files.filter((file) => rowOf(file) < 0)).toEqual([])
    expect(own.length).toBeGreaterThan(files.length)
    expect(
      own
        .filter(({ target }) => !files.includes(target))
        .filter(({ target }) => !target.endsWith('.d.ts'))
        .map(shown),
    ).toEqual([])
    expect(imports.map(shown)).toEqual(
      expect.arrayContaining([
        'src/index.ts → src/vitest/register.ts (value)',
        'src/vitest/case.ts → vitest (type)',
        'src/providers/openai.ts → openai (dynamic)',
      ]),
    )
    expect(files.filter((file) => importsOf(file).length === 0).length).toBeLessThan(files.length / 2)
  })

  it('run one way: from a row to its own and those above', () => {
    expect(own.filter(({ file, target }) => rowOf(target) > rowOf(file)).map(shown)).toEqual([])
  })

  it('of values make no circle', () => {
    const targets = new Map(
      files.map((file) => [file, own.filter((one) => one.file === file && one.how !== 'type').map(({ target }) => target)]),
    )
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      else if (!done.has(file)) for (const target of targets.get(file) ?? []) visit(target, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(circles).toEqual([])
  })

  it('never lead out of src and reporters', () => {
    expect(
      imports.filter(({ target }) => target.startsWith('..') || /^(test|suites|scripts|bench|fixtures)\//.test(target)),
    ).toEqual([])
  })

  it('of vitest stand in src/vitest and in the files of the reporter that wire it', () => {
    const places = new Set(from('vitest').map(({ file }) => (file.startsWith('src/vitest/') ? 'src/vitest/' : file)))
    expect([...places].sort()).toEqual([
      'reporters/collect.ts',
      'reporters/docket-reporter.ts',
      'reporters/plan-run.ts',
      'src/vitest/',
    ])
  })

  it.each([
    ['openai', 'src/providers/openai.ts'],
    ['@anthropic-ai/sdk', 'src/providers/anthropic.ts'],
  ])('of %s stand in %s, and load it at first use', (name, file) => {
    expect(from(name).length).toBeGreaterThan(0)
    expect(
      from(name)
        .filter((one) => one.file !== file || one.how === 'value')
        .map(shown),
    ).toEqual([])
    expect(from(name).some(({ how }) => how === 'dynamic')).toBe(true)
  })
})

describe('the map in docs/architecture.md', () => {
  const map = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const rooms = [...map.matchAll(/^\| `((?:src|reporters)[^`]*)` \| (.*) \|$/gm)].map(([, room = '', what = '']) => ({
    room,
    what,
  }))
  const places = rooms.map(({ room }) => (room.endsWith('.ts') ? room : `${room}/`))

  it('has every row in its order, and no room that is not there', () => {
    expect(places.filter((place) => !files.some((file) => file.startsWith(place)))).toEqual([])
    const order = places.map((place) => ROWS.findIndex((row) => row.some((known) => place.startsWith(known))))
    expect([...new Set(order)]).toEqual(ROWS.map((_, index) => index))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('names every command', () => {
    const commands = files.filter(
      (file) => file.startsWith('src/cli/') && /\bdefineCommand\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    const named = [...(rooms.find(({ room }) => room === 'src/cli')?.what ?? '').matchAll(/`([a-z]+)`/g)].map(([, name]) => name)
    expect([...named, 'main'].sort()).toEqual(commands.map((file) => file.slice('src/cli/'.length, -'.ts'.length)).sort())
  })

  it('names files that are there', () => {
    const named = [...map.matchAll(/`((?:src|reporters|test)\/[\w/.-]+\.ts)`/g)].map(([, file = '']) => file)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((file) => !files.includes(file) && file !== 'test/unit/imports.test.ts')).toEqual([])
  })
})

describe('exports', () => {
  it('are named one by one, and none is the default', () => {
    const all = files.filter((file) => /^export \*|^export default/m.test(readFileSync(join(ROOT, file), 'utf8')))
    // Vitest takes a reporter that is named by its module from the default export.
    expect(all.filter((file) => file !== 'reporters/docket-reporter.ts')).toEqual([])
  })
})
