import type { Question } from '../question.js'

/** Words that ask what a source says or what a court held, and nothing of it: folded, in English, German, French, Italian and romanised Urdu. */
const FRAME = new Set(
  `say says said state states provide provides read reads mean means contain contains text wording content court supreme hold held holding
  decide decided decision rule ruled ruling judgment judgement case find found
  sagt besagt regelt steht lautet bestimmt inhalt wortlaut gericht urteil entscheid entschieden entschied fall
  dit prévoit dispose stipule énonce contient tribunal cour arrêt jugé décidé affaire
  dice prevede stabilisce dispone contiene tribunale corte sentenza deciso caso
  kehta kehti kehte likha batata batati kya adalat faisla muqadma`.split(/\s+/),
)

/** A question about a source that it names, without the words that only ask for what the source says. */
export function withoutFrame(question: Question): Question {
  return { ...question, words: question.words.filter(({ word }) => !FRAME.has(word)) }
}
