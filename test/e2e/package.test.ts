import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { ROOT } from '../unit/docs.js'
import { headlineOf, readReport } from './consumer.js'
import { plainEnvironment, start } from './process.js'
import { scenario } from './scenario.js'

// What is published: the files of the tarball as a package manager lays them, and that its entries ask for nothing before they must.

for (const runtime of inject('runtimes')) {
  const installed = join(runtime.single, 'node_modules/vitest-docket')
  const node = (code: string) =>
    start(runtime.node, ['--input-type=module', '--eval', code], runtime.single, plainEnvironment()).done

  describe(`package, ${runtime.title}`, () => {
    test('it holds the build, the rubrics, the bundled benchmark, the JSON Schemas and the licence, and no tests, other fixtures or sources', () => {
      const files = readdirSync(installed, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && !file.parentPath.slice(installed.length).includes('node_modules'))
        .map((file) =>
          join(file.parentPath, file.name)
            .slice(installed.length + 1)
            .replaceAll('\\', '/'),
        )
      for (const needed of [
        'LICENSE',
        'dist/src/judges/rubrics/four-leaf.txt',
        'dist/src/judges/rubrics/three-way.txt',
        'dist/src/cli/main.js',
        'schemas/report.schema.json',
        'dist/suites/norvale.suite.ts',
        'dist/fixtures/norvale/items.jsonl',
        'docs/examples/command_system.py',
      ]) {
        expect(files).toContain(needed)
      }
      const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
        exports: Record<string, unknown>
      }
      const entries = Object.values(exports).flatMap((entry) =>
        typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
      )
      expect(entries.length).toBeGreaterThanOrEqual(8)
      for (const entry of entries) expect(files).toContain(String(entry).slice(2))
      const bundled =
        /^dist\/(?:suites\/norvale\.suite\.ts|fixtures\/norvale\/(?:documents\/[\w-]+\.txt|(?:documents|items)\.jsonl))$/
      const others = files.filter((file) => !bundled.test(file))
      const odd = others.filter((file) =>
        /\.test\.|\.test-util\.|\.bench\.|(^|\/)(fixtures|test|suites|bench)\/|(?<!\.d)\.ts$/.test(file),
      )
      expect(odd).toEqual([])
      const known =
        /^(dist\/.*\.(js|d\.ts|txt)|dist\/src\/datasets\/catalogue\/benchmarks\/.*\.json|schemas\/.*\.json|docs\/.*\.md|docs\/examples\/\w+\.py|package\.json|action\.yml|LICENSE|[A-Z]+\.md)$/
      expect(others.filter((file) => !known.test(file))).toEqual([])
    })

    test('fault 14: its entries load without a key and without any provider SDK', async () => {
      const { code, stderr } = await node(`
        await import('vitest-docket/plugin')
        await import('vitest-docket/reporter')
        await import('vitest-docket/metrics')
        const { default: schema } = await import('vitest-docket/schemas/item.schema.json', { with: { type: 'json' } })
        if (schema.$schema === undefined) throw new Error('no schema')`)
      expect(stderr.replace(/^.*ExperimentalWarning.*\n.*--trace-warnings.*\n/m, '')).toBe('')
      expect(code).toBe(0)
    })

    test.for([
      { missing: 'package', into: runtime.single, names: '@anthropic-ai/sdk' },
      { missing: 'key', into: runtime.sdks, names: 'ANTHROPIC_API_KEY' },
    ])(
      'fault 14: a missing $missing shows at the first call, by its name, and scores nothing',
      async ({ missing, into, names }) => {
        const { folder, run } = scenario(
          runtime,
          `no-${missing}`,
          { 'a.suite.mjs': `describeBenchmark('Stamps', { items: rules(3), system: right, policy: 'gate' })` },
          { into, docket: `{ judge: { provider: 'anthropic', model: 'claude-sonnet-4-6' } }` },
        )
        const { code, stdout } = await run()
        expect(code).toBe(1)
        expect(headlineOf(stdout)).toMatch(/^INFRASTRUCTURE: 3 of 3 cases lost \(100\.0%\): judge setup, /)
        expect(headlineOf(stdout)).toContain(names)
        const [suite] = readReport(folder).suites
        expect(suite?.metrics['hallucinationRate']).toMatchObject({ value: null, scored: 0, lost: 3 })
      },
    )

    test('demo writes a suite on the bundled benchmark, runs it without a key, and leaves it to be changed', async () => {
      const main = join(installed, 'dist/src/cli/main.js')
      const demo = (...more: string[]) =>
        start(runtime.node, [main, 'demo', 'scenarios/demo', ...more], runtime.single, plainEnvironment()).done
      const { code, stdout, stderr } = await demo()
      expect(stderr).toContain('wrote scenarios/demo/norvale.demo.ts and scenarios/demo/vitest.config.mts')
      expect(stderr).toContain('npx vitest --root scenarios/demo')
      expect(code).toBe(0)
      const report = readReport(join(runtime.single, 'scenarios/demo'))
      expect(report.status).toBe('PASS')
      expect(report.grids[0]?.arms.map(({ levels }) => levels['system'])).toEqual([
        'all',
        'without floor',
        'without pooling',
        'without title affinity',
        'without citation look-up',
        'without name look-up',
      ])
      for (const heading of ['Grid Norvale', 'what a level changes', 'Decomposition', 'Twins', 'Variants'])
        expect(stdout).toContain(heading)
      const folder = join(runtime.single, 'scenarios/demo')
      writeFileSync(join(folder, 'printed.txt'), stdout)
      // What the pages say of the demo is what it prints.
      const figures = [join(ROOT, 'scripts/norvale-figures.mjs'), 'printed.txt', '.docket/report.json', '--check']
      expect(await start(process.execPath, figures, folder, plainEnvironment()).done).toMatchObject({ code: 0, stderr: '' })
      // What somebody wrote there since stays.
      writeFileSync(join(folder, 'norvale.demo.ts'), '')
      expect((await demo('--', '--passWithNoTests')).stderr).toContain('running scenarios/demo as it is')
      rmSync(folder, { recursive: true })
    })

    test('its command runs from the tarball', async () => {
      const command = join(runtime.single, 'node_modules/.bin/vitest-docket')
      const good = scenario(runtime, 'check', {
        'good.jsonl': '{"id":"A-1","question":"How many?"}\n',
        'bad.jsonl': '{"id":"A-1","question":"How many?"}\n{"id":"A-2"}\n',
      }).folder
      const check = (file: string) => start(command, ['check', 'item', file], good, plainEnvironment()).done
      expect(await check('good.jsonl')).toMatchObject({ code: 0, stdout: 'good.jsonl: every line is a valid item\n' })
      const bad = await check('bad.jsonl')
      expect(bad.code).toBe(1)
      expect(bad.stderr).toMatch(/bad\.jsonl:2.*question/s)
    })
  })
}
