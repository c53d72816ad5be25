import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { docketProject } from '../../src/plugin.js'

// A paid run, on purpose apart from every other: `npx vitest run --config test/live/live.config.ts`, with DOCKET_LIVE_PROVIDER and
// DOCKET_LIVE_MODEL, and the provider's own key in ANTHROPIC_API_KEY or OPENAI_API_KEY. DOCKET_LIVE_USD is what it may spend.
const provider = oneOf('DOCKET_LIVE_PROVIDER', ['anthropic', 'openai'])
const model = process.env['DOCKET_LIVE_MODEL']
if (model === undefined || model === '') throw new Error('DOCKET_LIVE_MODEL: expected the name of a model')

const suites = docketProject({
  judge: { provider, model },
  concurrency: 4,
  budget: { usd: Number(process.env['DOCKET_LIVE_USD'] ?? 1) },
  cassettes: 'off',
})

export default defineConfig({
  ...suites,
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite', import.meta.url)),
  resolve: { alias: { 'vitest-docket': fileURLToPath(new URL('../../src/index.ts', import.meta.url)) } },
  test: { ...suites.test, name: 'live' },
})

function oneOf<const Value extends string>(name: string, values: readonly Value[]): Value {
  const given = process.env[name]
  const found = values.find((value) => value === given)
  if (found === undefined) throw new Error(`${name}: expected ${values.join(' or ')}, received ${JSON.stringify(given)}`)
  return found
}
