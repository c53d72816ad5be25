import './vitest/register.js'

export type { Manifest } from './citations/manifest.js'
export type { Dataset, DatasetSource, ItemsInput } from './datasets/dataset.js'
export { jsonl } from './datasets/jsonl.js'
export { loadManifest } from './datasets/manifest.js'
export { paklegalqaItems } from './datasets/paklegalqa.js'
export type { SampleOptions } from './datasets/sample.js'
export {
  CassetteCorruptError,
  CassetteMissError,
  DatasetError,
  DocketError,
  JudgeError,
  MatcherUsageError,
  OptionError,
  SystemError,
} from './errors.js'
export { defineJudge, type Judge, type JudgeContext, type JudgeFunction, type JudgeRequest } from './judges/judge.js'
export type { JudgeOptions } from './judges/options.js'
export type { Gate, GateInput, Slice } from './schema/gate.js'
export type { GoldSource, Item, ItemInput } from './schema/item.js'
export type { Citation, Passage, Response, Usage } from './schema/response.js'
export type { Outcome, Verdict, VerdictInput } from './schema/verdict.js'
export { functionSystem } from './systems/function.js'
export { httpSystem } from './systems/http.js'
export { paklegalqaRun } from './systems/paklegalqa-run.js'
export { recordedRun } from './systems/recorded.js'
export type { System, SystemFunction, SystemRequest } from './systems/system.js'
export type { BenchmarkOptions } from './vitest/benchmark-options.js'
export type { BenchmarkCallback, BenchmarkCase } from './vitest/case.js'
export { describeBenchmark } from './vitest/describe-benchmark.js'
export type { CorrectOptions } from './vitest/matchers/to-answer-correctly.js'
export type { GroundedOptions } from './vitest/matchers/to-be-grounded.js'
export type { CiteGoldOptions } from './vitest/matchers/to-cite-gold.js'
export type { RefuseOptions } from './vitest/matchers/to-refuse.js'
