/**
 * `auto`: replay what is recorded, ask and record what is not · `record`: ask always and record over what is there · `replay`: never
 * ask; a miss is an error · `off`: ask always and record nothing.
 */
export type CassetteMode = 'auto' | 'record' | 'replay' | 'off'

export const CASSETTE_MODES: readonly CassetteMode[] = ['auto', 'record', 'replay', 'off']

export function readsRecordings(mode: CassetteMode): boolean {
  return mode === 'auto' || mode === 'replay'
}

export function writesRecordings(mode: CassetteMode): boolean {
  return mode === 'auto' || mode === 'record'
}
