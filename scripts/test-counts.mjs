// Prints "PASSED FAILED" of a result of Vitest's json reporter. A file that failed without a failed test of its own counts as one.
import { readFileSync } from 'node:fs'

const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const brokenFiles = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
)
console.log(`${numPassedTests} ${numFailedTests + brokenFiles.length}`)
