export type { DocketOptions } from './vitest/options.js'
export { docket, type DocketPlugin, type DocketProject, docketProject } from './vitest/plugin.js'
