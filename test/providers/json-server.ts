import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface JsonRequest {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** A status and a body, a text as it is; or no answer at all. */
export type JsonReply = { status?: number; body: unknown; headers?: Record<string, string> } | 'drop' | 'hang'

export interface JsonServer {
  url: string
  requests: JsonRequest[]
  close(): Promise<void>
}

/** A server on a free local port that takes JSON and answers as the handler says; `n` counts from 0. */
export async function jsonServer(
  handler: (request: JsonRequest, n: number) => JsonReply | Promise<JsonReply>,
): Promise<JsonServer> {
  const requests: JsonRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
    const request = { path: incoming.url ?? '', headers: incoming.headers, body }
    requests.push(request)
    const reply = await handler(request, requests.length - 1)
    if (reply === 'hang') return
    if (reply === 'drop') return void response.destroy()
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
