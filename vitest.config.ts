import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { docketProject } from './src/plugin.js'

const suites = docketProject({ concurrency: 32 })

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'reporters/**/*.test.ts', 'test/unit/**/*.test.ts'] } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/setup.ts'],
          // After everything else: the consumers run Vitest themselves and want the machine.
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        ...suites,
        resolve: { alias: { 'vitest-docket': fileURLToPath(new URL('./src/index.ts', import.meta.url)) } },
        test: { ...suites.test, name: 'suites', include: ['suites/**/*.suite.ts'] },
      },
    ],
  },
})
