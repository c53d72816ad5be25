import { expect, it } from 'vitest'
import { ownsStandardOutput } from './standard-output.js'

it.each<[string, unknown[], unknown, boolean]>([
  ['the default reporter', ['default'], undefined, false],
  ['json', ['json'], undefined, true],
  ['junit among others', ['default', 'junit'], undefined, true],
  ['json into a file', ['json'], 'out.json', false],
  ['json into a file of its own', ['json'], { json: 'out.json' }, false],
  ['json, where only junit has a file', ['json', 'junit'], { junit: 'out.xml' }, true],
  ['both with files', ['json', 'junit'], { junit: 'out.xml', json: 'out.json' }, false],
  ['a file among the options of the reporter', [['junit', { outputFile: 'out.xml' }]], undefined, false],
  ['options without a file', [['json', {}]], undefined, true],
  ['a reporter that is an object', [{ onInit() {} }], undefined, false],
])('%s', (_, reporters, outputFile, owns) => {
  expect(ownsStandardOutput({ reporters, outputFile })).toBe(owns)
})
