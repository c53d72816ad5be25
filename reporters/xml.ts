/** Characters that XML 1.0 cannot hold, however they are written: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text between tags; what XML cannot hold is left out. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>\r]/g, (found) => ENTITIES[found] ?? found)
}

/** ` name="value"` for each value that is there; white space is kept as it is. */
export function xmlAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${attributeText(String(value))}"`))
    .join('')
}

function attributeText(text: string): string {
  return text.replace(NOT_XML, '').replace(/[&<>"\t\n\r]/g, (found) => ENTITIES[found] ?? found)
}
