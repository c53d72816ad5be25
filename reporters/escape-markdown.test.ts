import { describe, expect, it } from 'vitest'
import { escapeMarkdown } from './escape-markdown.js'

describe('escapeMarkdown', () => {
  it.each([
    ['a table cell', 'a | b', 'a &#124; b'],
    ['code', '`x` ``` y', '&#96;x&#96; &#96;&#96;&#96; y'],
    ['line breaks', 'a\n\n| b |', 'a &#124; b &#124;'],
    ['HTML', '</details><script>', '&#60;/details&#62;&#60;script&#62;'],
    ['a comment', '<!-- x -->', '&#60;!-- x --&#62;'],
    ['an entity', '&lt;b&gt; &#124;', '&#38;lt;b&#38;gt; &#38;&#35;\u200B124;'],
    ['an image', '![x](https://example.org/a.png)', '!&#91;x&#93;(https:\u200B//example.org/a.png)'],
    ['a bare address', 'see www.example.org', 'see www.\u200Bexample.org'],
    ['a mention', 'thanks @octocat and @org/team', 'thanks @\u200Boctocat and @\u200Borg/team'],
    ['an issue', 'fixes #123, GH-7, a/b#9', 'fixes &#35;\u200B123, GH-\u200B7, a/b&#35;\u200B9'],
    ['emphasis', '*a* _b_ ~c~', '&#42;a&#42; &#95;b&#95; &#126;c&#126;'],
    ['mathematics', '$x$', '&#36;x&#36;'],
    ['a backslash before a pipe', '\\|', '&#92;&#124;'],
    ['a list', '- a', '&#45; a'],
    ['a numbered list', '1. a', '1&#46; a'],
    ['a figure', '1.5%', '1.5%'],
    ['a heading', '# a', '&#35;\u200B a'],
    ['a workflow command', '::error::x', ': :error: :x'],
    ['right-to-left text', 'کرایہ | دار', '\u2068کرایہ &#124; دار\u2069'],
    ['an ordinary id', 'S-REC-224 (§ 12)', 'S-REC-224 (§ 12)'],
  ])('%s', (_, text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected)
  })
})
