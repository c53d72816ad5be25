import { z } from 'zod'
import { messageOf, OptionError } from '../errors.js'
import { type GithubApi, GithubApiError, notGithub } from './api.js'

/** Which comment it is, and of which run: what a later run looks for. */
export interface CommentKey {
  repository: string
  pull: number
  /** Tells the comments of several gates of one pull request apart. */
  name: string
  run: { id: number; attempt: number }
}

/** `newer`: one of a later run stands there, and stays. `denied`: the token may not write. */
export type CommentOutcome =
  | { kind: 'created' | 'updated'; url: string }
  | { kind: 'newer' }
  | { kind: 'denied' | 'failed'; reason: string }

const Comment = z.object({
  id: z.int(),
  body: z.string().nullish(),
  html_url: z.string().default(''),
  user: z.object({ login: z.string(), type: z.string() }).nullish(),
})
type Comment = z.output<typeof Comment>

const MOST_NAME = 100
const PER_PAGE = 100
/** Of an interface that never ends a list. */
const MOST_PAGES = 100

/** The hidden first line of a comment. Throws an `OptionError` for a name that is empty or long. */
export function markerOf({ name, run }: Pick<CommentKey, 'name' | 'run'>): string {
  if (name.trim() === '' || name.length > MOST_NAME)
    throw new OptionError(`\`--name\`: expected 1 to ${MOST_NAME} characters, received ${JSON.stringify(name)}`)
  return `<!-- vitest-docket:${encodeURIComponent(name)} run=${run.id} attempt=${run.attempt} -->\n`
}

/**
 * Keeps one comment of a gate up to date on a pull request: updates the one that carries its marker, else makes it, and takes away what two runs at once made twice.
 * A later run's is left alone. Never throws for what GitHub does.
 */
export async function putComment(api: GithubApi, key: CommentKey, text: string): Promise<CommentOutcome> {
  const body = markerOf(key) + text
  try {
    return await put(api, key, body)
  } catch (error) {
    // It may stand there by now: then the second time updates it.
    if (error instanceof GithubApiError && error.mayBeDone) return await put(api, key, body).catch(outcomeOf)
    return outcomeOf(error)
  }
}

async function put(api: GithubApi, key: CommentKey, body: string): Promise<CommentOutcome> {
  const found = await own(api, await commentsWith(api, key))
  if (found.some(({ at }) => isLater(at, key.run))) return { kind: 'newer' }
  const comments = `/repos/${key.repository}/issues/comments`
  let updated: { id: number; url: string } | null = null
  for (const { comment } of found) {
    try {
      if (updated === null) {
        const { html_url: url } = await called(api, Comment, 'PATCH', `${comments}/${comment.id}`, { body })
        updated = { id: comment.id, url }
      } else await api.call('DELETE', `${comments}/${comment.id}`)
    } catch (error) {
      // Somebody else's, or gone since it was listed.
      if (!isRefused(error)) throw error
    }
  }
  if (updated !== null) return { kind: 'updated', url: updated.url }
  const made = await called(api, Comment, 'POST', `/repos/${key.repository}/issues/${key.pull}/comments`, { body })
  return { kind: 'created', url: made.html_url }
}

/** A call whose answer has a form. Throws a `GithubApiError` where it has another. */
async function called<Form>(api: GithubApi, form: z.ZodType<Form>, ...[method, path, sent]: Parameters<GithubApi['call']>) {
  const { body } = await api.call(method, path, sent)
  return formed(form, body, `${method} ${path}`)
}

function formed<Form>(form: z.ZodType<Form>, body: unknown, what: string): Form {
  const read = form.safeParse(body)
  if (!read.success) throw notGithub(what, 200, JSON.stringify(body))
  return read.data
}

type Found = { comment: Comment; at: CommentKey['run'] }

/** Every comment of the pull request that begins with the marker; one that quotes it does not. */
async function commentsWith(api: GithubApi, key: CommentKey): Promise<Found[]> {
  const [begin = ''] = markerOf(key).split(' run=')
  const found: Found[] = []
  for (let page = 1; ; page++) {
    const path = `/repos/${key.repository}/issues/${key.pull}/comments?per_page=${PER_PAGE}&page=${page}`
    const { body, hasNext } = await api.call('GET', path)
    for (const comment of formed(z.array(Comment), body, `GET ${path}`)) {
      const text = comment.body ?? ''
      const [, id, attempt] = /^ run=(\d+) attempt=(\d+) -->/u.exec(text.startsWith(begin) ? text.slice(begin.length) : '') ?? []
      if (id !== undefined && attempt !== undefined) found.push({ comment, at: { id: Number(id), attempt: Number(attempt) } })
    }
    if (!hasNext || page === MOST_PAGES) return found
  }
}

/** Without comments of people, who may have copied the marker: this run's own are a bot's, or those of whoever the token is of. */
async function own(api: GithubApi, found: readonly Found[]): Promise<Found[]> {
  const isBot = ({ comment }: Found) => comment.user?.type === 'Bot'
  if (found.every(isBot)) return [...found]
  const login = await api.call('GET', '/user').then(
    ({ body }) => z.object({ login: z.string() }).safeParse(body).data?.login,
    () => undefined,
  )
  return found.filter((one) => isBot(one) || (login !== undefined && one.comment.user?.login === login))
}

function isLater(one: CommentKey['run'], other: CommentKey['run']): boolean {
  return one.id === other.id ? one.attempt > other.attempt : one.id > other.id
}

function isRefused(error: unknown): boolean {
  return error instanceof GithubApiError && (error.status === 403 || error.status === 404 || error.status === 410)
}

function outcomeOf(error: unknown): CommentOutcome {
  return { kind: isRefused(error) ? 'denied' : 'failed', reason: messageOf(error) }
}
