import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Comment {
  id: number
  body: string
  user: { login: string; type: 'Bot' | 'User' }
}

/** How the server takes a request in place of doing it, or `after` doing it. */
export interface Trouble {
  status: number
  headers?: Record<string, string>
  message?: string
  after?: boolean
  /** What it answers in place of JSON. */
  text?: string
  /** Never answers. */
  silent?: boolean
}

export interface GithubServer {
  url: string
  token: string
  comments: Comment[]
  /** `METHOD path`, in order of arrival, path without what stands before `/repos` or `/user`. */
  requests: string[]
  /** What no client of GitHub would send; a test expects it to be empty. */
  unexpected: string[]
  close(): Promise<void>
}

export interface GithubServerOptions {
  /** Comments that are there already, oldest first. */
  comments?: readonly Omit<Comment, 'id'>[]
  /** Who the token is of; a workflow's own is a bot's. */
  me?: Comment['user']
  /** Where the interface lies: `/api/v3` on GitHub Enterprise. */
  prefix?: string
  trouble?: (request: string, n: number) => Trouble | undefined
}

export const BOT = { login: 'github-actions[bot]', type: 'Bot' } as const

/** A server on a free local port that plays GitHub's comments: lists them by pages, makes, updates and removes them, and knows whose they are. */
export async function githubServer({
  comments: before = [],
  me = BOT,
  prefix = '',
  trouble = () => undefined,
}: GithubServerOptions = {}): Promise<GithubServer> {
  const token = 'ghs_a-token-that-nobody-may-read'
  const comments: Comment[] = before.map((comment, index) => ({ ...comment, id: index + 1 }))
  const requests: string[] = []
  const unexpected: string[] = []
  let nextId = comments.length + 1

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const url = new URL(incoming.url ?? '', 'http://localhost')
    if (!url.pathname.startsWith(`${prefix}/`)) throw new Error(`not below ${prefix}: ${url.pathname}`)
    const request = `${incoming.method} ${url.pathname.slice(prefix.length)}`
    const found = trouble(request, requests.length)
    requests.push(request)
    if (found?.silent) return
    if (found?.text !== undefined) {
      response.writeHead(found.status, { 'content-type': 'text/html' })
      response.end(found.text)
      return
    }
    if (found !== undefined && !found.after) return send(response, found.status, { message: found.message ?? '' }, found.headers)
    const [status, body, headers] = answer(request, url, incoming, Buffer.concat(chunks).toString('utf8'))
    if (found !== undefined) return send(response, found.status, { message: found.message ?? '' }, found.headers)
    send(response, status, body, headers)
  }

  function answer(
    request: string,
    url: URL,
    { headers }: IncomingMessage,
    text: string,
  ): [number, unknown, Record<string, string>?] {
    if (headers['accept'] !== 'application/vnd.github+json' || headers['user-agent'] === undefined)
      throw new Error('headers that GitHub asks for are missing')
    if (headers['authorization'] !== `Bearer ${token}`) return [401, { message: 'Bad credentials' }]
    if (request === 'GET /user')
      return me.type === 'Bot' ? [403, { message: 'Resource not accessible by integration' }] : [200, me]
    const own = (id: number) => {
      const comment = comments.find((one) => one.id === id)
      return comment === undefined
        ? ([404, { message: 'Not Found' }] as const)
        : comment.user.login === me.login
          ? comment
          : ([403, { message: 'Must have admin rights' }] as const)
    }
    const [, id] = /^(?:PATCH|DELETE) \/repos\/acme\/assistant\/issues\/comments\/(\d+)$/u.exec(request) ?? []
    if (id !== undefined) {
      const comment = own(Number(id))
      if ('user' in comment === false) return [comment[0], comment[1]]
      if (request.startsWith('DELETE')) {
        comments.splice(comments.indexOf(comment), 1)
        return [204, null]
      }
      comment.body = bodyOf(text)
      return [200, shown(comment)]
    }
    if (request === 'POST /repos/acme/assistant/issues/7/comments') {
      const comment = { id: nextId++, body: bodyOf(text), user: me }
      comments.push(comment)
      return [201, shown(comment)]
    }
    if (request === 'GET /repos/acme/assistant/issues/7/comments') {
      const [page, size] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('per_page') ?? 30)]
      const rest = comments.length - page * size
      return [
        200,
        comments.slice((page - 1) * size, page * size).map(shown),
        rest > 0 ? { link: `<http://elsewhere.example/?page=${page + 1}>; rel="next"` } : {},
      ]
    }
    throw new Error(`no such request: ${request}`)
  }

  function bodyOf(text: string): string {
    const { body } = JSON.parse(text) as { body: string }
    if (body.length > 65_536) throw new Error(`a comment of ${body.length} characters`)
    return body
  }

  const shown = (comment: Comment) => ({
    ...comment,
    html_url: `https://github.com/acme/assistant/pull/7#issuecomment-${comment.id}`,
  })

  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch((error: unknown) => {
      unexpected.push(error instanceof Error ? error.message : String(error))
      send(response, 400, { message: 'unexpected' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    token,
    comments,
    requests,
    unexpected,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === null ? undefined : JSON.stringify(body))
}
