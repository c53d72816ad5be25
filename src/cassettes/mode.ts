/**
 * `auto`: replay what is recorded, ask and record what is not · `record`: ask always and record over what is there · `replay`: never
 * ask; a miss is an error · `off`: ask always and record nothing.
 */
export const CASSETTE_MODES = ['auto', 'record', 'replay', 'off'] as const
export type CassetteMode = (typeof CASSETTE_MODES)[number]

export function readsRecordings(mode: CassetteMode): boolean {
  return mode === 'auto' || mode === 'replay'
}

export function writesRecordings(mode: CassetteMode): boolean {
  return mode === 'auto' || mode === 'record'
}
