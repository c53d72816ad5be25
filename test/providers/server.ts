import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Behaviour } from './behaviour.js'
import { type ReadPrompt, readPrompt } from './read-prompt.js'

/** One request of a judge, as the provider understood it. */
interface ProviderRequest {
  /** From 0, over the life of the server. */
  n: number
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
  model: string
  system: string
  /** The whole user message; `prompt` is what was read from it, where it is a judge's. */
  user: string
  prompt: ReadPrompt
  /** How the reply's form was asked for. */
  format: 'schema' | 'object' | 'tool' | 'none'
}

/** How a provider counts the tokens of a text. */
export type CountTokens = (text: string) => number

/** Throws for a message that is not what the test expects. */
export type ReadMessage = (message: string) => ReadPrompt

export type Handler = (request: ProviderRequest, n: number) => Behaviour | Promise<Behaviour>

export interface ProviderServer {
  /** What goes into the judge's `baseURL`. */
  baseURL: string
  /** Every request that was understood, in order of arrival. */
  requests: ProviderRequest[]
  /** What was wrong with those that were not; a test expects it to be empty. */
  unexpected: string[]
  close(): Promise<void>
}

/** What differs between the protocols. `read` throws for a request that the provider would not take. */
export interface Protocol {
  path: string
  /** Under which path the SDK's `baseURL` ends. */
  prefix: string
  read(
    body: Record<string, unknown>,
    headers: IncomingMessage['headers'],
  ): Omit<ProviderRequest, 'n' | 'headers' | 'body' | 'prompt'>
  reply(
    request: ProviderRequest,
    text: string,
    stop: 'end' | 'cut' | 'declined',
    tokens: { input: number; output: number },
  ): unknown
  error(behaviour: { type: string; message: string; code?: string | undefined }): unknown
}

/** A server on a free local port that plays a provider: what it does with each request is the handler's word. */
export async function startProvider(
  protocol: Protocol,
  handler: Handler,
  // About four characters a token, which is all that most tests of costs need.
  count: CountTokens = (text) => Math.ceil(text.length / 4),
  read: ReadMessage = readPrompt,
): Promise<ProviderServer> {
  const requests: ProviderRequest[] = []
  const unexpected: string[] = []
  const waiting = new Set<NodeJS.Timeout>()
  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      unexpected.push(`${incoming.method} ${incoming.url}: ${message}`)
      send(response, 400, protocol.error({ type: 'invalid_request_error', message }))
    })
  })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(incoming)
    if (incoming.method !== 'POST' || incoming.url !== protocol.path) throw new Error(`expected POST ${protocol.path}`)
    const body = JSON.parse(text) as Record<string, unknown>
    const asked = protocol.read(body, incoming.headers)
    const request = { n: requests.length, headers: incoming.headers, body, ...asked, prompt: read(asked.user) }
    requests.push(request)
    await behave(await handler(request, request.n), request, response)
  }

  async function behave(behaviour: Behaviour, request: ProviderRequest, response: ServerResponse): Promise<void> {
    const reply = (text: string, stop: 'end' | 'cut' | 'declined' = 'end') => {
      // Providers put the form of the reply into the prompt, and charge for it.
      const form = JSON.stringify(['response_format', 'output_config', 'tools'].flatMap((name) => request.body[name] ?? []))
      return protocol.reply(request, text, stop, {
        input: count(`${request.system}\n${request.user}\n${form}`),
        output: count(text),
      })
    }
    switch (behaviour.kind) {
      case 'text':
        return send(response, 200, reply(behaviour.text, behaviour.stop))
      case 'error':
        return send(response, behaviour.status, protocol.error(behaviour), behaviour.headers)
      case 'body':
        response.writeHead(200, { 'content-type': behaviour.contentType ?? 'application/json' })
        response.end(behaviour.body)
        return
      case 'hang':
        return
      case 'stall':
      case 'drop': {
        const whole = JSON.stringify(reply(behaviour.text))
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) })
        response.write(whole.slice(0, Math.floor(whole.length / 2)), () => {
          if (behaviour.kind === 'drop') response.destroy()
        })
        return
      }
      case 'refuse':
        response.destroy()
        return
      case 'slow':
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => {
            waiting.delete(timer)
            resolve()
          }, behaviour.ms)
          waiting.add(timer)
        })
        return behave(behaviour.next, request, response)
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}${protocol.prefix}`,
    requests,
    unexpected,
    close: () =>
      new Promise((resolve) => {
        for (const timer of waiting) clearTimeout(timer)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Throws for fields that the provider does not know, as the provider does. */
export function expectFields(body: Record<string, unknown>, required: readonly string[], optional: readonly string[]): void {
  const missing = required.filter((name) => !(name in body))
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: Field required`)
  const extra = Object.keys(body).filter((name) => !required.includes(name) && !optional.includes(name))
  if (extra.length > 0) throw new Error(`${extra.join(', ')}: Extra inputs are not permitted`)
}
