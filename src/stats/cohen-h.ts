/**
 * Cohen's h of two shares: how far apart they are where the same step counts for more near 0 and 1, 2 · asin √p1 - 2 · asin √p2. Between -π and π, positive where
 * the first is the higher; 0.2 is called small, 0.5 medium and 0.8 large.
 *
 * Source: J. Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, 2nd ed., 6.2.
 *
 * @throws RangeError unless both are within 0..1.
 */
export function cohenH(p1: number, p2: number): number {
  return angle(p1) - angle(p2)
}

function angle(share: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`expected a share within 0..1, received ${share}`)
  return 2 * Math.asin(Math.sqrt(share))
}
