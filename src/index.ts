import './vitest/register.js'

export type { Manifest } from './citations/manifest.js'
export type { PinpointDocument } from './citations/pinpoints.js'
export { type CanLegalRagBenchOptions, canLegalRagBenchItems, provinceQuestion } from './datasets/canlegalragbench.js'
export { canLegalRagBenchCitation } from './datasets/canlegalragbench-citation.js'
export {
  type CanLegalRagBenchDocumentOptions,
  type CanLegalRagBenchDocuments,
  canLegalRagBenchDocuments,
} from './datasets/canlegalragbench-documents.js'
export type { BenchmarkName } from './datasets/catalogue/catalogue.js'
export { dataFolder } from './datasets/catalogue/data-folder.js'
export { type ClaimRagLawOptions, claimRagLawItems } from './datasets/claimrag-law.js'
export { type ClaimRagLawClaim, type ClaimRagLawClaims, claimRagLawClaims } from './datasets/claimrag-law-claims.js'
export { type Corpus, type CorpusDocument, type CorpusSection, loadCorpus } from './datasets/corpus.js'
export type { Dataset, DatasetSource, ItemsInput } from './datasets/dataset.js'
export { type JsonlOptions, jsonl } from './datasets/jsonl.js'
export { type LegalRagBenchOptions, legalRagBenchItems } from './datasets/legal-rag-bench.js'
export { type LegalRagBenchPassage, legalRagBenchCorpus } from './datasets/legal-rag-bench-corpus.js'
export {
  type LegalbenchRagCorpus,
  type LegalbenchRagCorpusOptions,
  legalbenchRagCorpus,
} from './datasets/legalbench-rag/corpus.js'
export { type LegalbenchRagItemsOptions, type LegalbenchRagSize, legalbenchRagItems } from './datasets/legalbench-rag.js'
export { loadManifest } from './datasets/manifest.js'
export { norvaleCorpus, norvaleItems } from './datasets/norvale.js'
export { paklegalqaItems } from './datasets/paklegalqa.js'
export { type RagcheckerOptions, ragcheckerItems } from './datasets/ragchecker.js'
export {
  type RefcheckerClaim,
  type RefcheckerFile,
  type RefcheckerOptions,
  type RefcheckerResponse,
  refcheckerResponses,
} from './datasets/refchecker.js'
export type { SampleOptions } from './datasets/sample.js'
export { swissCrossLingualItems } from './datasets/swiss-cross-lingual.js'
export { swissLegalRagBenchItems } from './datasets/swiss-legal-rag-bench.js'
export { textPassageId } from './datasets/text-passage.js'
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
export { legalRagBenchVerdicts } from './judges/legal-rag-bench.js'
export type { JudgeOptions } from './judges/options.js'
export { type QuotationJudgeOptions, quotationJudge } from './judges/quotation.js'
export { ragcheckerVerdicts } from './judges/ragchecker.js'
export { type SwissVerdictsOptions, swissLegalRagBenchVerdicts } from './judges/swiss-legal-rag-bench.js'
export type { Compat } from './schema/compat.js'
export type { Gate, GateInput, Slice } from './schema/gate.js'
export type { Axis, GoldSource, Item, ItemInput } from './schema/item.js'
export type { Task } from './schema/record.js'
export type { Citation, Passage, Response, Usage } from './schema/response.js'
export type { Outcome, Verdict, VerdictInput } from './schema/verdict.js'
export { type CanLegalRagBenchRunOptions, canLegalRagBenchRun } from './systems/canlegalragbench-run.js'
export { checkedSpans } from './systems/checked-spans.js'
export { type ClaimRagLawSystemOptions, claimRagLawSystem } from './systems/claimrag-law-system.js'
export { type CommandSystemOptions, commandSystem } from './systems/command.js'
export { type FunctionSystemOptions, functionSystem } from './systems/function.js'
export { type HttpSystemOptions, httpSystem } from './systems/http.js'
export { type LegalRagBenchRunOptions, legalRagBenchRun } from './systems/legal-rag-bench-run.js'
export { type PaklegalqaRunOptions, paklegalqaRun } from './systems/paklegalqa-run.js'
export { type RagcheckerRunOptions, ragcheckerRun } from './systems/ragchecker-run.js'
export { type RecordedRunOptions, recordedRun } from './systems/recorded.js'
export { bm25 } from './systems/reference/bm25.js'
export { type Bm25Index, bm25Index, type IndexedText } from './systems/reference/bm25-index.js'
export { type Chunk, type ChunkOptions, chunkCorpus, sectionChunks } from './systems/reference/chunks.js'
export { type ClosedBookOptions, closedBook } from './systems/reference/closed-book.js'
export { type DenseOptions, dense } from './systems/reference/dense.js'
export { type Embeddings, type OpenAIEmbeddingsOptions, openaiEmbeddings } from './systems/reference/embeddings.js'
export { type ExtractiveOptions, extractive } from './systems/reference/extractive.js'
export type {
  GeneratorFunction,
  RerankerFunction,
  RetrieverFunction,
  RewriterFunction,
} from './systems/reference/given-stages.js'
export {
  type GroundedOrSilentOptions,
  groundedOrSilent,
  groundedOrSilentAblations,
} from './systems/reference/grounded-or-silent.js'
export { type HybridOptions, hybrid } from './systems/reference/hybrid.js'
export { type IterRetGenOptions, iterRetGen } from './systems/reference/iter-retgen.js'
export { type GeneratorPrompt, type ModelGeneratorOptions, modelGenerator } from './systems/reference/model-generator.js'
export { type ModelRerankerOptions, modelReranker } from './systems/reference/model-reranker.js'
export { type ModelRewriterOptions, modelRewriter } from './systems/reference/model-rewriter.js'
export { type ModuleGeneratorOptions, moduleGenerator } from './systems/reference/module-generator.js'
export { oracle } from './systems/reference/oracle.js'
export { type ProviderRerankerOptions, providerReranker } from './systems/reference/provider-reranker.js'
export { type RagSystemOptions, ragSystem } from './systems/reference/rag-system.js'
export { type RerankOptions, rerank } from './systems/reference/rerank.js'
export type {
  Generated,
  Generator,
  Reranker,
  Retrieval,
  Retrieved,
  Retriever,
  Rewriter,
  Source,
} from './systems/reference/stages.js'
export type { Bm25Options, Hit } from './systems/reference/term-index.js'
export { swissCrossLingualRun } from './systems/swiss-cross-lingual-run.js'
export { type SwissLegalRagBenchRunOptions, swissLegalRagBenchRun } from './systems/swiss-legal-rag-bench-run.js'
export type { CallRecorder, OwnCall, System, SystemFunction, SystemRequest } from './systems/system.js'
export type { BenchmarkOptions } from './vitest/benchmark-options.js'
export type { BenchmarkCallback, BenchmarkCase } from './vitest/case.js'
export { describeBenchmark } from './vitest/describe-benchmark.js'
export { type Combination, describeGrid, type GridOptions, type Levels } from './vitest/describe-grid.js'
export type { CorrectOptions } from './vitest/matchers/to-answer-correctly.js'
export type { GroundedOptions } from './vitest/matchers/to-be-grounded.js'
export type { CiteGoldOptions } from './vitest/matchers/to-cite-gold.js'
export type { CiteOnlyExistingOptions } from './vitest/matchers/to-cite-only-existing.js'
export type { PremiseOptions } from './vitest/matchers/to-correct-premise.js'
export type { CoverSpansOptions, SpanInput } from './vitest/matchers/to-cover-spans.js'
export type { RefuseOptions } from './vitest/matchers/to-refuse.js'
export type { RetrieveGoldOptions } from './vitest/matchers/to-retrieve-gold.js'
