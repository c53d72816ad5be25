/** How a language declines, and how it says that the sources are silent. All patterns meet folded text. */
export interface OutcomeLanguage {
  /** First person: the answer does not answer. */
  decline: RegExp
  /** The sources, as an answer speaks of them. */
  sources: RegExp
  /** The sources are silent; looked for only in a clause that names them, or that follows one. */
  silent: RegExp
  /** Sends the reader elsewhere, or asks for more. */
  pointer: RegExp
  only: RegExp
}

const SAY_EN =
  '(?:state|specif|provide|mention|contain|include|address|detail|describe|define|identif|give|establish|confirm|indicate|list|explain|set out|say|cover|name|show|answer|discuss|clarif|outline|reference|refer|disclose|resolve|elaborate|set forth|support|tell|prescribe|offer|reveal|report|authorize|recite|rank)'
const SAID_EN =
  '(?:stated|specified|provided|mentioned|included|addressed|covered|found|detailed|contained|given|available|set out|listed|described|discussed|defined|shown|identified|explained|present|indicated|disclosed|outlined|elaborated|clear|quoted|reproduced)'
const ADVERBS_EN = '(?:(?:\\w+ly|also|even|further|itself|themselves|in detail|here|appear to|seem to) ){0,2}'

export const OUTCOME_LANGUAGES: Readonly<Record<string, OutcomeLanguage>> = {
  en: {
    decline:
      /\b(?:i|we) (?:\w+ly )?(?:cannot|can't|can not|could not|couldn't|am unable|are unable|'m unable|am not able|are not able|won't be able|will not be able|do not (?:\w+ly )?(?:know|have|possess|hold)|don't (?:\w+ly )?(?:know|have|possess|hold)|must decline|have to decline|decline to|have no (?:information|knowledge|record|data|access|reliable)|(?:would|do|should) not (?:want to |wish to )?(?:guess|speculate)|am not (?:aware|sure|certain|confident|in a position))|\b(?:i'm|we're) (?:sorry|unable|not (?:able|sure|aware|certain|confident))|\bi (?:am sorry|apologi[sz]e)|^(?:sorry|apologies)\b|(?<!\b(?:if|where|when|unless|whether)\b.*)\bcannot be (?:\w+ly )?(?:predicted|determined|answered|identified)\b|\bit is (?:not possible|impossible) to (?:say|determine|answer|predict|identify|state)\b|\b(?:unable|not able) to (?:answer|assist|help|provide an answer)\b/u,
    sources:
      /\b(?:documents?|context|extracts?|excerpts?|sources|source texts?|passages?|snippets?|corpus|knowledge base|retrieved texts?|search results?)\b|\b(?:provided|supplied|given|cited|retrieved|available|above|these)\b(?: [\w'()&,.-]+){0,6}? (?:laws?|judge?ments?|decisions?|acts?|statutes?|legislation|ordinances?|codes?|provisions?|texts?|sections?|cases?|materials?|information|records?|authorit(?:y|ies)|rulings?|rules)\b|\bsource materials?\b|\b(?:extract|excerpt|material|text|information|authority|judgment|decision|law)s? (?:provided|supplied|given|available|cited|retrieved)\b/u,
    silent: new RegExp(
      `\\b(?:do|does|did|doesn't|don't|didn't)(?: not)? ?${ADVERBS_EN}(?<=not ${ADVERBS_EN}|n't ${ADVERBS_EN})${SAY_EN}|\\b(?:contain|provide|include|give|offer|make|have|has|is|are|there is|there are)s? no(?:thing|t any)?\\b|\\b(?:fail(?:s|ed)? to ${SAY_EN}|lacks?|(?:is|are) silent|without (?:specifying|stating|providing|mentioning))\\b|\\b(?:not|n't|nowhere) (?:\\w+ ){0,2}?${SAID_EN}\\b|\\bno (?:\\w+ ){0,3}(?:information|mention|details?|provisions?|references?|data|answer|indication|guidance)\\b|\\b(?:says? nothing|found nothing|(?:not|n't|cannot) find)|\\b(?:cannot|can't|could not|not) be (?:\\w+ly )?(?:determined|stated|answered|established|confirmed|identified|treated|given|derived)\\b|\\bneither (?:\\w+ ){0,3}${SAY_EN}|\\b(?:is|are) insufficient (?:to|for)\\b|\\bnone of (?:which|them|these|the \\w+) (?:\\w+ ){0,2}(?:mention|address|relate|cover|contain|specif)`,
      'u',
    ),
    pointer:
      /^(?:(?:please|kindly|for this|instead|also|therefore|so),? )*(?:check|verify|consult|contact|refer to|see the|visit|provide|share|upload|specify|identify the|confirm|ask|look)\b|\b(?:you|one|it)(?:'d| is| are| would| may| might| should| can| could| must)(?: \w+ly)?(?: best to| advisable to| need to| want to| wish to| have to| advised to)? (?:verify|check|consult|contact|refer|confirm|seek|ask|obtain|be advised|review)\b|\bif you (?:can |could |would |wish |want )?(?:to )?(?:provide|share|give|specify|tell|upload|have|identify|let|send|like|need)\b|\bi (?:would|'d|will|'ll) (?:need|recommend|suggest|be (?:happy|glad))|\bi (?:can|could) (?:then |still |try to )?(?:help|explain|identify|summari[sz]e|state|extract|assist|give|provide|connect)\b|\bwould need to be (?:checked|consulted|verified)|\b(?:should|would|will) (?:identify|contain|show|state|list) (?:the|it|this)\b|\bi (?:recommend|suggest)\b/u,
    only: /\b(?:only|merely|solely|just|simply)\b/u,
  },
  de: {
    decline:
      /\b(?:ich|wir)\b[^.;]{0,30}\b(?:kann|können|konnte|konnten|weiss|wissen|habe|haben|verfüge|verfügen|bin|sind)\b[^.;]{0,90}\b(?:nicht|kein\w*)\b|\b(?:kann|können|weiss|habe|verfüge|bin|konnte) (?:ich|wir)\b[^.;]{0,90}\b(?:nicht|kein\w*)\b|\btut mir leid\b|\bbedau(?:re|ere|ern)\b|\bnicht (?:möglich|in der lage)\b[^.;]{0,60}\b(?:beantwort|auskunft|angeben|sagen|bestimmen)|\bkeine auskunft\b|\bleider liegen\b|\blässt sich (?:\S+ )?nicht (?:\S+ )?(?:beantworten|sagen|bestimmen)|\bmuss ich ablehnen\b/u,
    sources:
      /\b(?:dokument(?:e|en|s)?|unterlagen|quellen?|kontext(?:s|es)?|auszug|auszüge[ns]?|ausschnitte?n?|textstellen?|passagen?|materialien|textauszüge[n]?|textgrundlagen?)\b|\b(?:vorliegenden?|bereitgestellten?|verfügbaren?|zitierten?|abgerufenen?)\b[^.;]{0,40}\b(?:entscheide?n?|urteile?n?|gesetze?n?|texte?n?|bestimmungen|informationen|angaben)\b/u,
    silent:
      /\b(?:nicht|nichts|kein\w*|weder)\b[^.;]{0,120}\b(?:enthalten|enthält|genannt|erwähnt|ersichtlich|finden|findet|aufgeführt|angegeben|beantwort\w*|geregelt|entnehm\w*|hervor|vorhanden|angaben|auskunft|informationen|hinweise?|beschrieben|behandelt|ergibt|bestimmen|aussagen?)\b|\b(?:enthalten|enthält|nennen|nennt|geben|gibt|erwähnen|erwähnt|äussern|äussert|regeln|regelt|beantworten|beantwortet|sagen|sagt|beschreiben|beschreibt|behandeln|behandelt|liefern|liefert|machen|macht|bieten|bietet|geht|gehen|findet|finden|ergibt|lässt|lassen|führen|führt|legen|legt)\b[^.;]{0,120}\b(?:nicht|nichts|kein\w*|weder)\b|\bschweig(?:t|en)\b/u,
    pointer:
      /^(?:bitte )?(?:prüfen|konsultieren|wenden|fragen|kontaktieren|beachten) sie\b|\bwenden sie sich\b|\bwenn sie\b[^.;]{0,60}\b(?:angeben|mitteilen|vorlegen|senden|teilen)|\bkann ich\b[^.;]{0,40}\b(?:helfen|prüfen)|\bempfehle ich\b|\bich empfehle\b|\bist (?:\S+ )?zu konsultieren\b/u,
    only: /\b(?:nur|lediglich|bloss|einzig|ausschliesslich)\b/u,
  },
  fr: {
    decline:
      /\bje (?:ne |n')(?:\S+ )?(?:peux|puis|sais|dispose|connais|suis|parviens|ai)\b[^.;]{0,60}\b(?:pas|aucune?|en mesure|capable)\b|\bje ne (?:puis|saurais)\b|\bnous ne (?:pouvons|disposons|savons|sommes)\b|\b(?:désolée?|je regrette|je m'excuse)\b|\bje suis (?:dans l'impossibilité|incapable)\b|\bil (?:ne m'est|n'est) pas possible de (?:répondre|déterminer|dire|préciser)/u,
    sources:
      /\b(?:documents?|sources?|contexte|extraits?|passages?|pièces fournies|documentation|corpus)\b|\b(?:textes?|arrêts?|décisions?|lois?|informations?|éléments?|dispositions?)\b[^.;]{0,20}\b(?:fournie?s?|disponibles?|citée?s?|transmise?s?)\b/u,
    silent:
      /\b(?:ne|n')\s?[^.;]{0,60}\b(?:pas|aucune?|rien|ni)\b|\baucune? (?:information|mention|indication|précision|disposition|réponse)s?\b|\b(?:muet|muets|silencieux)\b/u,
    pointer:
      /^(?:veuillez|consultez|vérifiez|adressez-vous|contactez|merci de)\b|\bje vous (?:invite|recommande|conseille|suggère)\b|\bil convient de (?:consulter|vérifier|s'adresser)|\bsi vous (?:pouvez |souhaitez )?(?:me )?(?:fourni|donn|précis|transmet|communiqu)/u,
    only: /\b(?:seulement|uniquement|seuls?|simplement)\b|\bne\b[^.;]{0,40}\bque\b/u,
  },
  it: {
    decline:
      /\bnon (?:posso|possiamo|so|sono in grado|siamo in grado|dispongo|disponiamo|conosco|ho (?:informazioni|accesso|trovato|elementi|questa)|abbiamo (?:informazioni|trovato))|\bmi (?:dispiace|spiace|scuso)\b|\b(?:spiacent[ei]|purtroppo non)\b|\bnon (?:mi )?è possibile (?:rispondere|determinare|stabilire|indicare|dire)/u,
    sources:
      /\b(?:document[oi]|fonti?|contesto|estratt[oi]|passagg[io]|passi|brani|documentazione|material[ei])\b|\b(?:test[oi]|sentenz[ae]|decision[ei]|legg[ei]|informazioni|norm[ae])\b[^.;]{0,20}\b(?:fornit[aeio]|disponibil[ei]|citat[aeio]|messi? a disposizione)\b/u,
    silent:
      /\bnon\b[^.;]{0,60}\b(?:conten\w*|indic\w*|menzion\w*|specific\w*|fornisc\w*|precis\w*|trov\w*|riport\w*|tratta\w*|risult\w*|emerg\w*|dic(?:e|ono)|rispond\w*|consent\w*|permett\w*|figur\w*|compai\w*|afferm\w*|chiari\w*|disciplin\w*|presen\w*|disponibil\w*|c'è|vi (?:è|sono)|affront\w*)|\bnessun\w* (?:informazion\w*|menzion\w*|indicazion\w*|disposizion\w*|rispost\w*)|\b(?:tac[ei]|tacciono|silent[ei])\b/u,
    pointer:
      /^(?:si prega|si consiglia|si rivolga|consulti|verifichi|contatti)\b|\b(?:la invito|le consiglio|le suggerisco|occorre consultare|rivolgersi|è opportuno consultare)\b|\bse (?:può|mi) (?:fornir|indic|forni)/u,
    only: /\b(?:soltanto|solo|unicamente|solamente)\b/u,
  },
  ur: {
    decline:
      /معذرت|معاف کیج|مجھے (?:\S+ ){0,6}(?:نہیں معلوم|معلوم نہیں|علم نہیں|نہیں پتہ)|(?:^| )معلوم نہیں|میں (?:\S+ ){0,12}نہیں (?:\S+ )?(?:سکتا|سکتی|سکتے|جانتا|جانتی)|میرے پاس (?:\S+ ){0,10}نہیں|ہمارے پاس (?:\S+ ){0,10}نہیں|قاصر ہ|افسوس/u,
    sources:
      /دستاویز(?:ات|وں|یں)?|اقتباس(?:ات|وں)?|سیاق|ماخذ|ذرائع|(?:فراہم|مہیا) (?:کردہ|کیے گئے|کی گئی)|دیے گئے|دی گئی معلومات|متن/u,
    silent:
      /(?:موجود|درج|بیان|ذکر|واضح|فراہم|مذکور|شامل|دستیاب|وضاحت|تفصیل|معلومات|متعین)(?: \S+){0,3} نہیں|نہیں (?:\S+ )?(?:دی گئی|دیا گیا|دیے گئے|بتا|بتات|ملت|ملا|ملی|کیا گیا|کی گئی|کرت|دیت|ہے$|لکھا)/u,
    pointer: /رجوع کریں|رابطہ کریں|مشورہ کریں|تصدیق کریں|براہ کرم|مہربانی فرما/u,
    only: /(?:^| )(?:صرف|محض)(?: |$)/u,
  },
  'ur-Latn': {
    decline:
      /\b(?:maa?zrat|muaf (?:kijiye|karein)|maaf (?:kijiye|karein|kijiyega)|afsos|sorry)\b|\bmujhe\b[^.;]{0,60}\bnah(?:in|i|een|ee|en)\b (?:maloom|malum|pata)|\bmujhe (?:\S+ ){0,6}(?:maloom|malum|pata|ilm) nah|\b(?:mere|hamare|humare) paas\b[^.;]{0,90}\bnah(?:in|i|een|ee|en)\b|\b(?:main|mein|hum)\b[^.;]{0,90}\bnah(?:in|i|een|ee|en)\b (?:bata|de|kar|keh|jaan)\w* (?:sak|sakt)\w*|\bmere liye mumkin nah/u,
    sources:
      /\b(?:documents?|dast(?:a|aa)?(?:v|w)e?e?z(?:aat|at|on)?|context|extracts?|excerpts?|matan|matn|iqtibas(?:aat|at)?|iqtebas(?:aat|at)?|mawad|materials?|sources?|text)\b|\b(?:diye gaye|diya gaya|di gayi|faraham|fraham|mohayya)\b(?: \S+){0,4} (?:qawaneen|qanoon|matn|maloomat|faisl\w+|judge?ments?|code|act)\b/u,
    silent:
      /(?:\b(?:darj|maujood|mojood|mojud|maujud|wazeh|wazih|bayan|address|zikr|jawaa?b|mention(?:ed)?|specify|specified|shamil|define|provide|clear|tafseel|dastiyab|available|mutayyan)|درج|موجود|واضح) (?:\S+ )?nah(?:in|i|een|ee|en)\b|\bnah(?:in|i|een|ee|en)\b (?:\S+ )?(?:diya|diye|di|dete|deta|deti|bata\w*|mil\w*|karte|karta|karti|kiya gaya|ki gayi|likh\w*|dikha\w*|zikr|mojood|maujood)\b/u,
    pointer:
      /\b(?:rujoo?|rabta|maloom|check|verify|tasdeeq|consult) (?:kar|kiya ja|karein|karna)|\bbarah-?e?-? ?(?:karam|meherbani)/u,
    only: /\b(?:sirf|mahaz)\b/u,
  },
}

/** Greetings, thanks, offers: they neither answer nor refuse. */
export const PLEASANTRY =
  /^(?:hello|hi|hey|dear|good (?:morning|afternoon|evening|day)|greetings|thank(?:s| you)|great question|good question|sure|certainly|of course|i hope (?:this|that)|i trust this|let me know|feel free|would you like|do you want|is there anything|please (?:let me know|feel free)|best regards|kind regards|guten (?:tag|morgen|abend)|grüezi|hallo|liebe[rs]?|danke|vielen dank|gerne|mit freundlichen|ich hoffe|möchten sie|bonjour|bonsoir|merci|cordialement|j'espère|souhaitez-vous|buongiorno|buonasera|salve|grazie|gentile|cordiali saluti|spero|desidera|assalam|as-?salam|salam|shukriya|umeed hai|kya aap (?:chah|ko)|السلام|شکریہ|امید ہے|کیا آپ)(?=$|[^\p{L}])/u
