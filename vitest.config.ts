import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { docketProject } from './src/plugin.js'

const suites = docketProject({ concurrency: 32 })

/** Vitest leaves one processor free, which on a machine of two is half of it. */
const ALL = { maxWorkers: '100%' }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...ALL,
          name: 'unit',
          include: ['src/**/*.test.ts', 'reporters/**/*.test.ts', 'test/unit/**/*.test.ts'],
          // A busy machine is no failure.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...ALL,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/setup.ts'],
          // After everything else: the consumers run Vitest themselves and want the machine.
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        ...suites,
        resolve: { alias: { 'vitest-docket': fileURLToPath(new URL('./src/index.ts', import.meta.url)) } },
        test: { ...suites.test, ...ALL, name: 'suites', include: ['suites/**/*.suite.ts'] },
      },
    ],
  },
})
