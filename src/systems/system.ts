import type { z } from 'zod'
import type { Components } from '../cassettes/key.js'
import type { Compat } from '../schema/compat.js'
import type { Item } from '../schema/item.js'
import type { Json } from '../schema/json.js'
import type { Task } from '../schema/record.js'
import type { Response } from '../schema/response.js'

/** What a system is called with: the question, and the fields of the item that a product would know. */
export interface SystemRequest {
  question: string
  item: Item
  /** Number of the repetition, from 0; always 0 without `trials`. */
  trial: number
  /** `retrieval`: only the passages are looked at, and no answer is needed. @default 'answer' */
  task?: Task
  /** Aborted at the case's deadline and when the run is cancelled. */
  signal: AbortSignal
  /** Makes a call of the system's own, or takes what it is recorded to have come to. @default always makes it */
  record?: CallRecorder
}

/** One call that a system makes on its way to an answer: to a model, of embeddings, to a reranker. */
export interface OwnCall<Payload> {
  /** All that changes what comes back: provider, model, parameters, prompt, input. */
  components: Components
  payload: z.ZodType<Payload>
  /** Whether the same input always comes to the same, as of an embedding: such a call may be replayed where gates decide. @default false */
  deterministic?: boolean
  /** What must not be stored, such as a key; asked once the call was made. */
  secrets?(): readonly string[]
  /** Makes it. Throws a `SystemError` where nothing usable comes back; nothing is recorded then. */
  make(): Promise<Payload>
}

/** `recordedAt` is null where the call was live. */
export type CallRecorder = <Payload>(call: OwnCall<Payload>) => Promise<{ payload: Payload; recordedAt: string | null }>

/** A string is taken as the answer; an object is checked as a `Response`, with strings accepted for passages and citations. */
export type SystemFunction = (request: SystemRequest) => unknown

/** What the recordings of a system are found by. */
export interface SystemRecording {
  /** SHA-256 of the files that the answers depend on, by path relative to the root. */
  files?: Readonly<Record<string, string>>
  /** What is sent for a case. */
  input?(request: SystemRequest): Promise<Json>
  /** What must not be stored, such as the values of headers; asked once the call was made. */
  secrets?(): readonly string[]
}

/** A system under test, once it is known how to call it. */
export interface System {
  name: string
  kind: 'function' | 'http' | 'command' | 'reference' | 'recorded'
  version?: string
  /** false for a recorded run: its cases keep the data's order and cost nothing. */
  live: boolean
  /** Files that the responses come from, which watch mode looks at. */
  files?: readonly string[]
  /** The published reading that a recorded run was opened with, where its format has one; null for the sound one. */
  compat?: Compat | null
  /** What its recordings are found by, beside its name and `version`. @default the question and the whole item */
  recording?: SystemRecording
  /** Throws a `SystemError` when there is no usable response. */
  respond(request: SystemRequest): Promise<Response>
  /** Things to say about the system's data once it is read, such as rows for no item. Called after the items are known. */
  inspect?(items: readonly Item[]): string[]
}
