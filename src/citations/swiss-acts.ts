/** Swiss federal acts by their abbreviations in German, French and Italian; three to an act. */
const ACTS = `
  BV Cst Cost; ZGB CC CC; OR CO CO; StGB CP CP; ZPO CPC CPC; StPO CPP CPP; JStG DPMin DPMin; SchKG LP LEF; BGG LTF LTF;
  VGG LTAF LTAF; VwVG PA PA; IPRG LDIP LDIP; UWG LCD LCSl; KG LCart LCart; DSG LPD LPD; ArG LTr LL; GlG LEg LPar; MSchG
  LPM LPM; URG LDA LDA; PatG LBI LBI; DesG LDes LDes; VVG LCA LCA; VAG LSA LSA; SVG LCR LCStr; AIG LEI LStrI; AuG LEtr
  LStr; AsylG LAsi LAsi; BüG LN LCit; ATSG LPGA LPGA; AHVG LAVS LAVS; IVG LAI LAI; ELG LPC LPC; BVG LPP LPP; FZG LFLP
  LFLP; UVG LAA LAINF; KVG LAMal LAMal; AVIG LACI LADI; MVG LAM LAM; DBG LIFD LIFD; StHG LHID LAID; MWSTG LTVA LIVA; VStG
  LIA LIP; RPG LAT LPT; USG LPE LPAmb; NHG LPN LPN; GSchG LEaux LPAc; BGFA LLCA LLCA; FusG LFus LFus; PartG LPart LUD; KAG
  LPCC LICol; FINMAG LFINMA LFINMA; BankG LB LBCR; GwG LBA LRD; BGBB LDFR LDFR; LPG LBFA LAAgr; BtMG LStup LStup; HMG LPTh
  LATer; OHG LAVI LAV; EMRK CEDH CEDU; FZA ALCP ALC; LugÜ CL CLug; HRegV ORC ORC; GBV ORF ORF; VMWG OBLF OLAL; ArGV OLT
  OLL`
  .split(';')
  .map((act) => act.trim().split(/\s+/u))

const GERMAN = new Map(
  ACTS.flatMap(([german = '', ...others]) => [german, ...others].map((name) => [name.toUpperCase(), german] as const)),
)

/**
 * The German abbreviation of an act by any of its three, where a section is cited as an article: "art. 41 CO" is "Art. 41 OR". Elsewhere
 * CPC, CC and CP are acts of other countries ("s. 151 CPC").
 */
export function swissAct(abbreviation: string): string | undefined {
  return GERMAN.get(abbreviation.toUpperCase())
}
