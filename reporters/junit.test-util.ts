/** An element of an XML file: attributes and text unescaped. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const UNESCAPED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#9': '\t', '#10': '\n', '#13': '\r' }

/** Reads the XML that this package writes; throws where a tag is not closed, or a character is bare that must not be. */
export function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  if (body === xml) throw new Error('no declaration')
  let at = 0
  for (const tag of body.matchAll(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g)) {
    const [whole, closing, name = '', attributes = '', empty] = tag
    const parent = open.at(-1)
    if (parent === undefined) throw new Error(`no element is open at ${tag.index}`)
    parent.text += unescaped(body.slice(at, tag.index))
    at = tag.index + whole.length
    if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element at ${tag.index}`)
      continue
    }
    const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)])
    const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
    parent.children.push(element)
    if (empty !== '/') open.push(element)
  }
  const [only] = root.children
  if (open.length !== 1 || only === undefined || root.children.length !== 1) throw new Error('expected one element, closed')
  return only
}

function unescaped(text: string): string {
  if (/[<>]|&(?!(?:amp|lt|gt|quot|#9|#10|#13);)/.test(text))
    throw new Error(`a bare character in ${JSON.stringify(text.slice(0, 80))}`)
  if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text))
    throw new Error('a character that XML cannot hold')
  return text.replace(/&([^;]+);/g, (_, name: string) => UNESCAPED[name] ?? '')
}

/** What the schema of Jenkins' xUnit plugin (junit-10.xsd) allows in an element, as far as this package uses it. */
const SCHEMA: Record<string, { children: string[]; required: string[]; attributes: string[]; text?: true }> = {
  testsuites: { children: ['testsuite'], required: [], attributes: ['name', 'time', 'tests', 'failures', 'errors'] },
  testsuite: {
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
    required: ['name', 'tests', 'failures', 'errors'],
    attributes: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
  },
  properties: { children: ['property'], required: [], attributes: [] },
  property: { children: [], required: ['name', 'value'], attributes: [] },
  testcase: {
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
    required: ['name'],
    attributes: ['time', 'classname', 'group'],
  },
  ...Object.fromEntries(
    ['skipped', 'error', 'failure'].map((name) => [
      name,
      { children: [], required: [], attributes: ['type', 'message'], text: true },
    ]),
  ),
  'system-out': { children: [], required: [], attributes: [], text: true },
}

const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/

/** Everything that the schema forbids; empty where the file is valid. */
export function schemaFaults({ name, attributes, children, text }: Element): string[] {
  const rules = SCHEMA[name]
  if (rules === undefined) return [`no element ${name}`]
  const names = Object.keys(attributes)
  return [
    ...rules.required.filter((key) => !names.includes(key)).map((key) => `${name} lacks ${key}`),
    ...names.filter((key) => ![...rules.required, ...rules.attributes].includes(key)).map((key) => `${name} has ${key}`),
    ...(name.startsWith('testsuite') && !TIME.test(attributes['time'] ?? '') ? [`time ${attributes['time']}`] : []),
    ...(rules.text || text.trim() === '' ? [] : [`${name} has text`]),
    ...children.filter((child) => !rules.children.includes(child.name)).map((child) => `${child.name} in ${name}`),
    ...children.flatMap(schemaFaults),
  ]
}
