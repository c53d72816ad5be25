import type { Citation, Passage } from '../schema/response.js'

/**
 * Citations with what is known of the passages that they cite by id: document, title, citation and section, where the citation does not say them
 * itself. A citation of "p-5" is one of the act that the passage p-5 is from. An id that several passages have names none of them. null and undefined,
 * citations that were not reported, stay.
 */
export function withPassages<Given extends readonly Citation[] | null | undefined>(
  citations: Given,
  passages: readonly Passage[] | undefined,
): Given | Citation[] {
  if (!citations || !passages) return citations
  const byId = new Map<string, Passage | null>()
  for (const passage of passages) {
    if (passage.id !== undefined) byId.set(passage.id, byId.has(passage.id) ? null : passage)
  }
  return citations.map((citation) => {
    const passage = byId.get(citation.id ?? citation.text ?? '')
    if (!passage) return citation
    const { document, title, citation: cited, section } = passage
    const known = { document, title, citation: cited, section, ...citation }
    return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Citation
  })
}
