import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server does with a request for a file. */
export type FileAnswer =
  | {
      kind: 'file'
      content: string
      /** @default '"1"'; null sends none */
      etag?: string | null
      lastModified?: string
      /** @default true: it continues where it is asked to */
      ranges?: boolean
      /** Sends so many bytes of the body, and then nothing until `cut` is called. */
      stopAfter?: number
      /** Without a length, so that nothing but the connection's end ends it. */
      chunked?: boolean
      headers?: Record<string, string>
    }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'redirect'; to: string; status?: number }

export interface FileRequest {
  /** As it was sent, percent-encoding and all. */
  path: string
  headers: IncomingMessage['headers']
}

export interface FileServer {
  /** Without a `/` at the end. */
  url: string
  requests: FileRequest[]
  /** Answers for a decoded path, in turn; the last one is given from then on. What has none is 404. */
  on: (path: string, ...answers: FileAnswer[]) => void
  /** Cuts the connections of responses that have stopped; what was sent may be read before. */
  cut: () => void
  close: () => Promise<void>
}

/** A server of files on a free local port that can do what servers of files do wrong. */
export async function startFiles(): Promise<FileServer> {
  const answers = new Map<string, FileAnswer[]>()
  const requests: FileRequest[] = []
  const stopped = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request
    requests.push({ path, headers })
    const queue = answers.get(path.split('/').map(decodeURIComponent).join('/')) ?? []
    answer(stopped, (queue.length > 1 ? queue.shift() : queue[0]) ?? { kind: 'status', status: 404 }, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    on: (path, ...queue) => answers.set(path, queue),
    cut: () => {
      for (const response of stopped) response.destroy()
      stopped.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(stopped: Set<ServerResponse>, behaviour: FileAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (behaviour.kind === 'status') {
    response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body)
    return
  }
  if (behaviour.kind === 'redirect') {
    response.writeHead(behaviour.status ?? 302, { location: behaviour.to }).end()
    return
  }
  const { etag = '"1"', lastModified, ranges = true, stopAfter, chunked = false, headers = {} } = behaviour
  const whole = Buffer.from(behaviour.content)
  const validators = {
    ...(etag === null ? {} : { etag }),
    ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
  }
  const start = ranges ? startOf(request, Object.values(validators)) : 0
  if (start >= whole.length && start > 0) {
    response.writeHead(416, { 'content-range': `bytes */${whole.length}` }).end()
    return
  }
  const body = whole.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, {
    ...(chunked ? {} : { 'content-length': body.length }),
    ...(start > 0 ? { 'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}` } : {}),
    ...validators,
    ...headers,
  })
  if (stopAfter === undefined || stopAfter >= body.length) {
    response.end(body)
    return
  }
  stopped.add(response)
  response.write(body.subarray(0, stopAfter))
}

/** Where the client may go on: it must hold one of the validators that the file has now. */
function startOf({ headers }: IncomingMessage, validators: readonly string[]): number {
  const [, start] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? []
  const valid = headers['if-range'] === undefined || validators.includes(String(headers['if-range']))
  return start !== undefined && valid ? Number(start) : 0
}
