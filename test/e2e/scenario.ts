import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runVitest, startVitest } from './consumer.js'
import type { Finished, Running } from './process.js'
import type { Runtime } from './setup.js'

/** What the suites of a scenario share: rules that a system gets right or wrong by their number, and a judge that reads literally. */
const KIT = `
import { appendFileSync } from 'node:fs'

const rule = (n) => \`Rule \${n} asks for \${n + 10} stamps.\`

/** Items R-1 to R-n. */
export const rules = (n, more = () => ({})) =>
  Array.from({ length: n }, (_, i) => i + 1).map((number) => ({
    id: \`R-\${number}\`,
    question: \`How many stamps does rule \${number} ask for?\`,
    reference: rule(number),
    ...more(number),
  }))

export const numberOf = ({ item }) => Number(item.id.slice(2))

export const right = (request) => ({ answer: rule(numberOf(request)), passages: [{ title: 'Stamp Act', text: rule(numberOf(request)) }] })
export const wrong = (request) => ({ ...right(request), answer: 'Stamps are free on Sundays.' })

/** A system that is wrong about the rules up to a number, and right about the others. */
export const wrongUpTo = (n) => (request) => (numberOf(request) <= n ? wrong(request) : right(request))

/** Entailed is what a passage says word for word. */
export const judge = {
  name: 'literal',
  assess: async ({ answer, passages, reference }) => {
    const supported = passages.some(({ text }) => text.includes(answer))
    return {
      claims: [{ text: answer, support: supported ? 'entailment' : 'neutral', nearest: 0, reason: 'compared word for word' }],
      correct: reference === null ? null : answer === reference,
      outcome: 'answered',
      judge: { name: 'literal' },
    }
  },
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Leaves a word outside the run. */
export const note = (word) => appendFileSync(new URL('./notes.txt', import.meta.url), \`\${word}\\n\`)
`

export interface Scenario {
  folder: string
  run(args?: readonly string[], env?: Record<string, string>): Promise<Finished>
  start(args: readonly string[], env?: Record<string, string>): Running
  write(name: string, text: string): void
  /** Words that the run left behind. */
  notes(): string[]
}

export interface ScenarioOptions {
  /** Options of the plugin, as code. */
  docket?: string
  /** Vitest's own `test` options, as code. */
  test?: string
  /** The whole config instead. */
  config?: string
  /** Several tests use it: whoever asks for that removes it. @default false: it is gone with its test */
  keep?: boolean
  /** The installed package to write it into. @default the single one */
  into?: string | undefined
}

/** Writes a small consumer into an installed package: a config, the kit, and the files given. */
export function scenario(
  runtime: Runtime,
  name: string,
  files: Record<string, string>,
  { docket = '', test = '{}', into = runtime.single, config, keep = false }: ScenarioOptions = {},
): Scenario {
  const folder = join(into, 'scenarios', name)
  if (existsSync(folder)) throw new Error(`two scenarios at once are named ${name}`)
  if (!keep) onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('kit.mjs', KIT)
  write(
    'vitest.config.mjs',
    `import { docket, docketProject } from 'vitest-docket/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig(${config ?? `{ plugins: [docket(${docket})], test: ${test} }`})
`,
  )
  for (const [file, text] of Object.entries(files)) {
    const suite = /\.(suite|test)\./.test(file)
    write(file, suite ? `${IMPORTS.replaceAll('./kit', `${'../'.repeat(file.split('/').length - 1) || './'}kit`)}${text}` : text)
  }
  return {
    folder,
    write,
    notes: () =>
      existsSync(join(folder, 'notes.txt')) ? readFileSync(join(folder, 'notes.txt'), 'utf8').trimEnd().split('\n') : [],
    run: (args = ['run'], env) => runVitest(runtime, folder, args, env),
    start: (args, env) => startVitest(runtime, folder, args, env),
  }
}

const IMPORTS = `import { expect, test } from 'vitest'
import { describeBenchmark, httpSystem, jsonl } from 'vitest-docket'
import { judge, note, numberOf, right, rules, sleep, wrong, wrongUpTo } from './kit.mjs'
`
