/** What a judge's message holds, read back from between its fences. */
export interface ReadPrompt {
  marker: string
  /** Everything outside the fences. */
  instructions: string
  question: string
  answer: string
  citations: string[]
  passages: { number: number; text: string }[]
  reference: string | null
  answerPoints: string[]
  /** Of a further part: the claims and statements that it asks about. */
  claims: { id: number; text: string }[]
  statements: { id: number; text: string }[]
}

/** Throws where the message is not one of a judge's. */
export function readPrompt(message: string): ReadPrompt {
  const marker = /^Marker: ([0-9a-f]{20})$/m.exec(message)?.[1]
  if (marker === undefined) throw new Error(`expected a message that opens with a marker, received ${message.slice(0, 80)}`)
  const fence = new RegExp(`^BEGIN ${marker} (.+)\\n([\\s\\S]*?)\\nEND ${marker} \\1$`, 'gm')
  const blocks = [...message.matchAll(fence)].map(([, name = '', text = '']) => ({ name, text }))
  const one = (name: string) => blocks.find((block) => block.name === name)?.text
  const numbered = (name: string) =>
    blocks.flatMap((block) => {
      const number = new RegExp(`^${name} (\\d+)`).exec(block.name)?.[1]
      return number === undefined ? [] : [{ number: Number(number), id: Number(number), text: block.text }]
    })
  const question = one('question')
  const answer = one('answer')
  if (question === undefined || answer === undefined) throw new Error('expected a fenced question and a fenced answer')
  return {
    marker,
    instructions: message.replace(fence, ''),
    question,
    answer,
    citations: numbered('cited source').map(({ text }) => text),
    passages: numbered('passage').map(({ number, text }) => ({ number, text })),
    reference: one('reference answer') ?? null,
    answerPoints: numbered('answer point').map(({ text }) => text),
    claims: numbered('claim').map(({ id, text }) => ({ id, text })),
    statements: numbered('statement').map(({ id, text }) => ({ id, text })),
  }
}

/** For servers whose messages are no judge's: nothing is read from them. */
export function noPrompt(): ReadPrompt {
  return {
    marker: '',
    instructions: '',
    question: '',
    answer: '',
    citations: [],
    passages: [],
    reference: null,
    answerPoints: [],
    claims: [],
    statements: [],
  }
}
