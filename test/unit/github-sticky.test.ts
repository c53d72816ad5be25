import { describe, expect, it, onTestFinished } from 'vitest'
import { type ApiOptions, githubApi } from '../../src/github/api.js'
import { type CommentKey, markerOf, putComment } from '../../src/github/sticky-comment.js'
import { BOT, type GithubServerOptions, githubServer, type Trouble } from './github-server.js'

const PERSON = { login: 'octocat', type: 'User' } as const
const keyOf = (id: number, attempt = 1, name = 'vitest-docket'): CommentKey => ({
  repository: 'acme/assistant',
  pull: 7,
  name,
  run: { id, attempt },
})
const marked = (id: number, attempt = 1, text = 'old\n') => markerOf(keyOf(id, attempt)) + text

async function start(options: GithubServerOptions = {}, api: Partial<ApiOptions> = {}) {
  const server = await githubServer(options)
  onTestFinished(async () => {
    await server.close()
    expect(server.unexpected).toEqual([])
  })
  const client = githubApi({ url: server.url, token: server.token, pauseMs: 1, ...api })
  return { server, put: (key: CommentKey, text = 'new\n') => putComment(client, key, text) }
}

describe('the comment of a pull request', () => {
  it('is made once, and updated by each later run', async () => {
    const { server, put } = await start()
    expect(await put(keyOf(41))).toEqual({ kind: 'created', url: 'https://github.com/acme/assistant/pull/7#issuecomment-1' })
    expect(await put(keyOf(42), 'newer\n')).toEqual({
      kind: 'updated',
      url: 'https://github.com/acme/assistant/pull/7#issuecomment-1',
    })
    expect(server.comments.map(({ body }) => body)).toEqual(['<!-- vitest-docket:vitest-docket run=42 attempt=1 -->\nnewer\n'])
  })

  it('is found behind many others', async () => {
    const others = Array.from({ length: 250 }, (_, i) => ({ body: `comment ${i}`, user: PERSON }))
    const { server, put } = await start({ comments: [...others, { body: marked(41), user: BOT }] })
    expect(await put(keyOf(42))).toMatchObject({ kind: 'updated' })
    expect(server.comments).toHaveLength(251)
    expect(server.requests.filter((request) => request.startsWith('GET'))).toHaveLength(3)
  })

  it.each([
    ['quotes the marker', `> ${marked(41)}`, PERSON],
    ['begins with the marker of a person', marked(41), PERSON],
    ['begins with the marker of a later run, copied by a person', marked(99), PERSON],
    ['of a bot that quotes it', `See ${marked(41)}`, BOT],
    ['is of another gate', markerOf(keyOf(41, 1, 'other')), BOT],
    ['is of a gate whose name begins alike', markerOf(keyOf(41, 1, 'vitest-docket-2')), BOT],
    ['has a marker that is cut', '<!-- vitest-docket:vitest-docket run=', BOT],
    ['may not be updated', marked(41), { login: 'other[bot]', type: 'Bot' }],
  ] as const)('is another than one that %s', async (_, body, user) => {
    const { server, put } = await start({ comments: [{ body, user }] })
    expect(await put(keyOf(42))).toMatchObject({ kind: 'created' })
    expect(server.comments.map((comment) => comment.body)).toEqual([body, marked(42, 1, 'new\n')])
  })

  it("is a person's where the token is that person's", async () => {
    const { server, put } = await start({
      me: PERSON,
      comments: [
        { body: marked(40), user: { login: 'hubot', type: 'User' } },
        { body: marked(41), user: PERSON },
      ],
    })
    expect(await put(keyOf(42))).toMatchObject({ kind: 'updated' })
    expect(server.comments.map(({ body }) => body)).toEqual([marked(40), marked(42, 1, 'new\n')])
  })

  it.each([
    ['of a later run', 43, 1],
    ['of a later attempt', 42, 3],
  ])('%s stays', async (_, id, attempt) => {
    const { server, put } = await start({ comments: [{ body: marked(id, attempt), user: BOT }] })
    expect(await put(keyOf(42, 2))).toEqual({ kind: 'newer' })
    expect(server.comments.map(({ body }) => body)).toEqual([marked(id, attempt)])
  })

  it('that two runs made at once is one again after the next', async () => {
    const { server, put } = await start({
      comments: [
        { body: marked(40), user: BOT },
        { body: marked(41), user: BOT },
      ],
    })
    expect(await put(keyOf(42))).toMatchObject({ kind: 'updated' })
    expect(server.comments.map(({ body }) => body)).toEqual([marked(42, 1, 'new\n')])
  })

  it('of a name with signs of its own cannot end its marker', () => {
    expect(markerOf(keyOf(42, 1, 'a --> <script> b'))).toBe(
      '<!-- vitest-docket:a%20--%3E%20%3Cscript%3E%20b run=42 attempt=1 -->\n',
    )
    for (const name of ['', '  ', 'x'.repeat(101)])
      expect(() => markerOf(keyOf(42, 1, name))).toThrow('`--name`: expected 1 to 100 characters')
  })

  it('is where GitHub Enterprise has its interface', async () => {
    const { server, put } = await start({ prefix: '/api/v3' })
    expect(await put(keyOf(42))).toMatchObject({ kind: 'created' })
    expect(server.comments).toHaveLength(1)
  })
})

describe('the interface', () => {
  const once = (when: string, trouble: Trouble) => {
    let left = 1
    return (request: string) => (request.startsWith(when) && left-- > 0 ? trouble : undefined)
  }
  const always = (when: string, trouble: Trouble) => (request: string) => (request.startsWith(when) ? trouble : undefined)

  it.each([
    ['lists after an error of its own', once('GET', { status: 502 })],
    ['lists after a limit', once('GET', { status: 429, headers: { 'retry-after': '0' } })],
    [
      'lists after a limit that is called a refusal',
      once('GET', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } }),
    ],
    ['makes after a limit', once('POST', { status: 403, headers: { 'retry-after': '0' } })],
    ['had made it and said otherwise', once('POST', { status: 500, after: true })],
    ['had not made it', once('POST', { status: 500 })],
  ])('that %s has one comment in the end', async (_, trouble) => {
    const { server, put } = await start({ trouble })
    expect((await put(keyOf(42))).kind).toMatch(/created|updated/u)
    expect(server.comments.map(({ body }) => body)).toEqual([marked(42, 1, 'new\n')])
  })

  it.each([
    [
      'refuses to list',
      'denied',
      '403 Resource not accessible',
      always('GET', { status: 403, message: 'Resource not accessible by integration' }),
    ],
    ['hides the pull request', 'denied', '404 Not Found', always('GET', { status: 404, message: 'Not Found' })],
    ['refuses to write', 'denied', '403', always('POST', { status: 403 })],
    ['knows no such token', 'failed', '401 Bad credentials', always('GET', { status: 401, message: 'Bad credentials' })],
    ['does not take the text', 'failed', '422 Validation Failed', always('POST', { status: 422, message: 'Validation Failed' })],
    ['is down', 'failed', '503', always('', { status: 503 })],
    [
      'asks to wait for an hour',
      'failed',
      'rate limited for 3600 s',
      always('GET', { status: 429, headers: { 'retry-after': '3600' } }),
    ],
    ['does not answer', 'failed', 'timeout', always('', { status: 0, silent: true })],
  ] as const)('that %s leaves the run as it is: %s', async (_, kind, reason, trouble) => {
    const { server, put } = await start({ trouble }, { deadlineMs: 300 })
    const outcome = await put(keyOf(42))
    expect(outcome).toMatchObject({ kind, reason: expect.stringContaining(reason) })
    expect(JSON.stringify(outcome)).not.toContain(server.token)
    expect(server.comments).toEqual([])
  })

  const PAGE = `<!doctype html>\n<title>Sign in</title>\n${'<p>Who are you?</p>'.repeat(100)}`

  it.each([
    ['a page to a list', 'GET', PAGE, '<!doctype html> <title>Sign in</title>'],
    ['a page to a new comment', 'POST', PAGE, '<!doctype html> <title>Sign in</title>'],
    ['a page to a change', 'PATCH', PAGE, '<!doctype html> <title>Sign in</title>'],
    ['nothing', 'POST', '', 'nothing'],
    ['another list', 'GET', '[{"name":"x"}]', '[{"name":"x"}]'],
    ['another thing than was made', 'POST', '{"ok":true}', '{"ok":true}'],
    ['another thing than was changed', 'PATCH', '[]', '[]'],
  ])('that answers 200 with %s is not GitHub: %s', async (_, method, text, words) => {
    const comments = method === 'PATCH' ? [{ body: marked(41), user: BOT }] : []
    const { server, put } = await start({ comments, trouble: always(`${method} /repos`, { status: 200, text }) })
    const outcome = await put(keyOf(42))
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(`: it did not answer as GitHub does: ${words}`),
    })
    expect('reason' in outcome && outcome.reason.length).toBeLessThan(250)
    expect(server.requests.filter((request) => request.startsWith(method))).toHaveLength(1)
  })

  it('that is not there leaves the run as it is', async () => {
    const { server, put } = await start()
    await server.close()
    expect(await put(keyOf(42))).toMatchObject({ kind: 'failed', reason: expect.stringContaining('ECONNREFUSED') })
  })
})
