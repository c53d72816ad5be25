/** What one answer of the systems of paid-suite.ts uses: more than a plan that knows no earlier run can expect. */
export const USED = { calls: 3, inputTokens: 9_000, outputTokens: 1_000, usd: 0.05 }
