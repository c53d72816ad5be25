import { z } from 'zod'

/**
 * What turns a case red beside the user's own assertions: `strict`, its default expectations; `ratchet`, that the baseline had it right and it is
 * now wrong; `gate` and `report`, nothing. Under `gate` the gates decide.
 */
export const Policy = z.enum(['strict', 'ratchet', 'gate', 'report'])
export type Policy = z.output<typeof Policy>
