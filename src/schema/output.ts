import { z } from 'zod'

/** Further forms that a run is written in, beside `report.json`: for CI servers, and for spreadsheets. */
export const Output = z.enum(['junit', 'csv'])
export type Output = z.output<typeof Output>
