import { z } from 'zod'

/** What turns a case red beside the user's own assertions: `strict`, its default expectations; `gate` and `report`, nothing. Under `gate` the gates decide. */
export const Policy = z.enum(['strict', 'gate', 'report'])
export type Policy = z.output<typeof Policy>
