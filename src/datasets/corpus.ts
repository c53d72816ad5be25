import type { Manifest } from '../citations/manifest.js'

/** A numbered part of a document: a section of an act, a paragraph of a decision. Offsets are code points of the text, end exclusive. */
export interface CorpusSection {
  section: string
  start: number
  end: number
}

/** One document of a corpus with its text. */
export interface CorpusDocument {
  id: string
  title: string
  kind: 'statute' | 'decision'
  text: string
  /** How a decision is cited. */
  citation?: string
  /** @default 'und' */
  language?: string
  jurisdiction?: string
  /** In the order of the text; empty where its parts are not known. */
  sections: readonly CorpusSection[]
}

/** Documents with their texts, for systems that retrieve; and the manifest that golds are looked up in. */
export interface Corpus {
  documents: readonly CorpusDocument[]
  manifest: Manifest
}
