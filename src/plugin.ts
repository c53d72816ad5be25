export type { DocketOptions } from './vitest/options.js'
export { type DocketPlugin, type DocketProject, docket, docketProject } from './vitest/plugin.js'
