#!/usr/bin/env node
import { createRequire } from 'node:module'
import { defineCommand, runMain } from 'citty'
import { audit } from './audit.js'
import { baseline } from './baseline.js'
import { calibrate } from './calibrate.js'
import { cassettes } from './cassettes.js'
import { check, fail } from './check.js'
import { compare } from './compare.js'
import { demo } from './demo.js'
import { estimate } from './estimate.js'
import { fetch } from './fetch.js'
import { github } from './github.js'
import { report } from './report.js'
import { resume } from './resume.js'
import { unknownCommand } from './unknown-command.js'
import { unknownOption } from './unknown-option.js'
import { usageText } from './usage.js'

// A pager that was closed early is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const { version } = createRequire(import.meta.url)('vitest-docket/package.json') as { version: string }

const subCommands = { audit, baseline, calibrate, cassettes, check, compare, demo, estimate, fetch, github, report, resume }
const main = defineCommand({
  meta: { name: 'vitest-docket', version, description: 'Legal RAG benchmarks as Vitest suites: tools beside `vitest run`' },
  subCommands,
})

const rawArgs = process.argv.slice(2)
// citty's own message suggests nothing, and is coloured where nobody can see colours; an option that it does not know it ignores.
const unknown = unknownCommand(rawArgs, Object.keys(subCommands)) ?? (await unknownOption(rawArgs, subCommands))
if (unknown !== null) fail(unknown)
else
  await runMain(main, {
    showUsage: async (command, parent) => console.log(await usageText(command, parent, process.stdout.columns ?? 80)),
  })
