/** An amount in USD with two digits that say something: `3.20`, `0.034`, `<0.0001`; `0.00` only of nothing. */
export function usdText(usd: number): string {
  if (usd === 0 || usd >= 0.1) return MONEY.format(usd)
  return usd < 0.0001 ? '<0.0001' : SMALL.format(usd)
}

const MONEY = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const SMALL = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumSignificantDigits: 2, minimumSignificantDigits: 2 })
