import { appendFileSync, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CommentOptions, commentNotes, renderComment, renderUnfinished } from '../../reporters/comment.js'
import { renderMarkdown } from '../../reporters/markdown.js'
import { messageOf } from '../errors.js'
import type { Report } from '../schema/report.js'
import { annotationsOf } from './annotations.js'
import { type ApiOptions, githubApi } from './api.js'
import type { BaseBaselines } from './base-branch.js'
import { annotation } from './commands.js'
import type { WorkflowRun } from './event.js'
import { outputsOf, writeOutputs } from './outputs.js'
import { inWorkspace, lineUrl } from './places.js'
import { markerOf, putComment } from './sticky-comment.js'

/** What came of a command. */
export interface Finished {
  /** null where it wrote none, and then why. */
  report: Report | null
  why: string
  reportPath: string
  exitCode: number
  base: BaseBaselines | null
}

export interface PublishOptions {
  cwd: string
  /** Of the comment. */
  name: string
  /** Writes a line where the runner reads commands. */
  say: (line: string) => void
  /** Of the REST interface, for tests. */
  api?: Partial<ApiOptions>
}

const TITLE = 'vitest-docket'
/** GitHub's limit of a comment is 65,536 characters, and a byte is never less than one. */
const COMMENT_BYTES = 65_000
/** GitHub's limit of a step's summary. */
const SUMMARY_BYTES = 1024 * 1024

/** Puts a run where reviewers look: annotations, the job's summary, one comment, outputs. What fails of it is a warning, and changes no verdict. */
export async function publish(run: WorkflowRun, finished: Finished, options: PublishOptions): Promise<void> {
  const { say, cwd } = options
  const { report, base } = finished
  const locate = (file: string) => inWorkspace(file, cwd, run.workspace)
  const shown: CommentOptions = {
    exitCode: finished.exitCode,
    changes: base?.changes ?? [],
    baseProblem: base?.problem ?? null,
    commit: run.pull?.headSha ?? run.sha ?? undefined,
    runUrl:
      run.repository === null || run.id === 0
        ? undefined
        : `${run.serverUrl}/${run.repository}/actions/runs/${run.id}/attempts/${run.attempt}`,
    link: ({ file, line }) => {
      const path = locate(file)
      return path === null || run.pull === null || !base?.committed.has(path) ? null : lineUrl(run, run.pull.headSha, path, line)
    },
  }
  const trying = async <Done>(what: string, action: () => Done | Promise<Done>): Promise<Done | null> => {
    try {
      return await action()
    } catch (error) {
      say(annotation('warning', TITLE, `${what}: ${messageOf(error)}`))
      return null
    }
  }
  await trying('no annotations', () => {
    const lines =
      report === null ? [annotation('error', TITLE, `the run did not finish: ${finished.why}`)] : annotationsOf(report, locate)
    for (const line of lines) say(line)
  })
  await trying('no summary', () => writeSummary(run.summaryFile, finished, shown))
  const commentUrl = await trying('no comment', () => comment(run, finished, shown, options))
  await trying('no outputs', () => {
    const { exitCode, reportPath } = finished
    if (run.outputFile !== null)
      writeOutputs(run.outputFile, outputsOf(report, { exitCode, reportPath: resolve(cwd, reportPath), commentUrl }))
  })
}

/** Within a step's 1 MiB, what it wrote before included. */
function writeSummary(file: string | null, { report, why }: Finished, shown: CommentOptions): void {
  if (file === null) return
  const used = existsSync(file) ? statSync(file).size : 0
  const notes =
    report === null
      ? ''
      : commentNotes(report, shown)
          .map((note) => `\n${note}\n`)
          .join('')
  const room = Math.max(0, SUMMARY_BYTES - used - Buffer.byteLength(notes) - 1024)
  const text = report === null ? renderUnfinished(why, shown) : renderMarkdown(report, { maxBytes: room })
  const end = text.indexOf('\n') + 1
  // Blank lines first: what another tool wrote may end in a list, and would take the first line into it.
  const summary = `\n\n${text.slice(0, end)}${notes}${text.slice(end)}`
  if (text === '' || used + Buffer.byteLength(summary) > SUMMARY_BYTES)
    throw new Error('what the step wrote before leaves no room in it')
  appendFileSync(file, summary)
}

/** The address of the comment; null where there is none, which it says. */
async function comment(
  run: WorkflowRun,
  { report, why }: Finished,
  shown: CommentOptions,
  { name, say, api }: PublishOptions,
): Promise<string | null> {
  if (run.pull === null || run.repository === null) return null
  if (run.token === null) {
    say(annotation('notice', TITLE, "no comment: no token was given; the job's summary has it all"))
    return null
  }
  const key = { repository: run.repository, pull: run.pull.number, name, run: { id: run.id, attempt: run.attempt } }
  const maxBytes = COMMENT_BYTES - Buffer.byteLength(markerOf(key))
  const text = report === null ? renderUnfinished(why, shown) : renderComment(report, { ...shown, maxBytes })
  const outcome = await putComment(githubApi({ url: run.apiUrl, token: run.token, ...api }), key, text)
  switch (outcome.kind) {
    case 'created':
    case 'updated':
      return outcome.url
    case 'newer':
      say(annotation('notice', TITLE, 'the comment is of a later run, and stays as it is'))
      return null
    case 'denied':
      say(
        annotation(
          'notice',
          TITLE,
          `no comment: the token may not write one, as in a pull request from a fork; the job's summary has it all (${outcome.reason})`,
        ),
      )
      return null
    case 'failed':
      say(annotation('warning', TITLE, `no comment: ${outcome.reason}; the job's summary has it all`))
      return null
  }
}
