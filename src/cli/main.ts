#!/usr/bin/env node
import { defineCommand, runMain } from 'citty'
import { check } from './check.js'
import { report } from './report.js'

const main = defineCommand({
  meta: { name: 'vitest-docket', description: 'Legal RAG benchmarks as Vitest suites: tools beside `vitest run`' },
  subCommands: { check, report },
})

await runMain(main)
