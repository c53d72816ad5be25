import { relative } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { OptionError } from '../errors.js'
import { goldFinder } from '../run/golds.js'
import { ownCassettes } from '../run/own-calls.js'
import { caseId } from '../run/record.js'
import { caseScorer } from '../run/scores/score-case.js'
import { systemCassettes } from '../run/system-recordings.js'
import type { Item } from '../schema/item.js'
import type { SuiteHeader } from '../schema/record.js'
import { plainText } from '../text/plain-text.js'
import { type BenchmarkOptions, checkBenchmark } from './benchmark-options.js'
import { type BenchmarkCallback, INFRASTRUCTURE, runCase } from './case.js'
import { collectSuite } from './collect-suite.js'
import { declarePlan } from './declare-plan.js'
import { provided } from './provided-here.js'
import { type Session, session } from './session.js'
import { takenOver } from './taken-over.js'

const declared = new Set<string>()

/**
 * Declares a benchmark as a suite: one case per item and trial, named `id · question`, tagged `type:…` and `language:…`. Without a callback
 * the expectations follow from each item; assertions of a callback are always red when they fail.
 */
export function describeBenchmark(name: string, options: BenchmarkOptions, callback?: BenchmarkCallback): void {
  const checked = checkBenchmark(name, options)
  const file = expect.getState().testPath ?? ''
  if (declared.has(`${file}\0${name}`))
    throw new OptionError(
      `describeBenchmark: the name ${JSON.stringify(name)} is used twice in this file; give one of them another`,
    )
  declared.add(`${file}\0${name}`)

  // Vitest takes a suite's meta before it collects the suite, so the header is an object that is filled in while collecting.
  const docketSuite: Partial<SuiteHeader> = {}
  const meta = { docketSuite, docketRun: provided()?.run.id }
  describe(plainText(name), { concurrent: true, meta } as object, async () => {
    const shared = await session()
    const judge = await shared.judge(checked.judge)
    const { header, frames, confirmation, ratchet } = await collectSuite(name, file, checked, judge, shared)
    // A shard may have no item of a suite, and Vitest takes one without a test for a mistake.
    const empty = frames.length === 0 ? { passWithNoTests: true } : {}
    vi.setConfig({ maxConcurrency: shared.provided.options.concurrency, ...empty } as Parameters<typeof vi.setConfig>[0])
    const golds = {
      ...(checked.compat === undefined ? {} : { compat: checked.compat }),
      ...(checked.corpus === undefined ? {} : { corpus: checked.corpus }),
    }
    const { system, policy, task, documents } = checked
    const { system: wanted } = shared.provided.options.cassettes
    const bench = {
      system,
      systemCassettes: systemCassettes(system, policy, shared.cassettes, wanted),
      ownCassettes: ownCassettes(system, policy, shared.cassettes, wanted),
      redact: shared.cassettes.redact,
      ledger: shared.coordinator,
      prices: shared.provided.options.prices,
      judge,
      confirmation,
      findGolds: goldFinder(golds),
      score: caseScorer({ task, k: checked.k, documents, ...golds }),
    }
    const { lines, places, warnings } = await takenOver(header, frames, bench, shared)
    header.warnings.push(...warnings)
    Object.assign(docketSuite, header)
    const { project, root } = shared.provided
    const below = relative(process.cwd(), root).replaceAll('\\', '/')
    shared.runFile.append({ kind: 'suite', project, ...(below === '' ? {} : { root: below }), header })
    const open = frames.filter(({ item, trial }) => !lines.has(caseId(item.id, trial)))
    const planned = await declarePlan(header, open, bench, shared)
    const deadlineMs = checked.deadlineMs ?? shared.provided.options.deadlineMs
    for (const frame of frames) {
      const id = caseId(frame.item.id, frame.trial)
      test(plainText(`${id} · ${frame.title}`), testOptions(id, frame.item, shared), (context) =>
        runCase({
          context,
          frame,
          bench,
          planned,
          taken: lines.get(id),
          sequence: places.get(id),
          golds,
          documents,
          policy,
          ratchet,
          deadlineMs,
          callback,
          session: shared,
        }),
      )
    }
  })
}

function testOptions(id: string, item: Item, { provided }: Session): object {
  const tags = [...(item.type === undefined ? [] : [`type:${item.type}`]), `language:${item.language}`].map(asTag)
  return {
    // The case's own deadline ends it; Vitest's clock would count the wait for a turn.
    timeout: 0,
    tags,
    // Meta of a suite is inherited by its tests: the header must not travel with every case.
    meta: { docketSuite: undefined, docketRun: undefined, docketCase: id },
    retry: { count: provided.retry, condition: INFRASTRUCTURE },
  }
}

/** A tag may have no spaces and none of the filter's own signs. */
function asTag(text: string): string {
  return text.replace(/[\s!*&|()]+/g, '-')
}
