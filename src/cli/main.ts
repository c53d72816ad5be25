#!/usr/bin/env node
import { createRequire } from 'node:module'
import { defineCommand, runMain } from 'citty'
import { audit } from './audit.js'
import { calibrate } from './calibrate.js'
import { cassettes } from './cassettes.js'
import { check, fail } from './check.js'
import { estimate } from './estimate.js'
import { fetch } from './fetch.js'
import { report } from './report.js'
import { unknownCommand } from './unknown-command.js'
import { usageText } from './usage.js'

// A pager that was closed early is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const { version } = createRequire(import.meta.url)('vitest-docket/package.json') as { version: string }

const subCommands = { audit, calibrate, cassettes, check, estimate, fetch, report }
const main = defineCommand({
  meta: { name: 'vitest-docket', version, description: 'Legal RAG benchmarks as Vitest suites: tools beside `vitest run`' },
  subCommands,
})

// citty's own message suggests nothing, and is coloured where nobody can see colours.
const unknown = unknownCommand(process.argv.slice(2), Object.keys(subCommands))
if (unknown !== null) fail(`${unknown}\n\`vitest-docket --help\` says what they do.`)
else
  await runMain(main, {
    showUsage: async (command, parent) => console.log(await usageText(command, parent, process.stdout.columns ?? 80)),
  })
