import { plainText } from '../src/text/plain-text.js'

const ENTITIES = /[&<>|`*_~[\]\\$]/gu
/** Between a sign and what it would link: GitHub looks for mentions after entities are decoded. */
const BREAK = '\u200B'

/**
 * Text from outside as Markdown that shows exactly that text: no table cell, code span, link, image, HTML or comment can begin or end
 * in it, and GitHub links no mention, issue, address or mathematics. Isolates of right-to-left text are kept.
 */
export function escapeMarkdown(text: string): string {
  return plainText(text)
    .replace(ENTITIES, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/@(?=[\w-])/gu, `@${BREAK}`)
    .replace(/(?<!&)#/gu, `&#35;${BREAK}`)
    .replace(/\bGH-(?=\d)/giu, `$&${BREAK}`)
    .replace(/:(?=\/\/)/gu, `:${BREAK}`)
    .replace(/\bwww\./giu, `$&${BREAK}`)
    .replace(/^(\u2068?)([-+=])/u, (_, isolate, sign) => `${isolate}&#${String(sign).charCodeAt(0)};`)
    .replace(/^(\u2068?\d+)([.)])(?=\s|$)/u, (_, number, sign) => `${number}&#${String(sign).charCodeAt(0)};`)
}
