import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { docketProject } from '../../src/plugin.js'

// A paid run, on purpose apart from every other: `npx vitest run --config test/live/live.config.ts`. The provider's own key is read from
// ANTHROPIC_API_KEY or OPENAI_API_KEY. DOCKET_LIVE_USD is what it may spend.
const {
  DOCKET_LIVE_PROVIDER: provider = 'anthropic',
  DOCKET_LIVE_MODEL: model = 'claude-sonnet-4-6',
  DOCKET_LIVE_USD: usd = '1',
} = process.env

const suites = docketProject({
  judge: { provider: provider as 'anthropic' | 'openai', model },
  concurrency: 4,
  budget: { usd: Number(usd) },
  cassettes: 'off',
})

export default defineConfig({
  ...suites,
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite', import.meta.url)),
  resolve: { alias: { 'vitest-docket': fileURLToPath(new URL('../../src/index.ts', import.meta.url)) } },
  test: { ...suites.test, name: 'live' },
})
