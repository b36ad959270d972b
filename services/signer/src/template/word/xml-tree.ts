/** An element of a document, by where it stands in the text of it. */
export interface XmlElement {
  /** As it is written, its prefix with it. */
  name: string;
  local: string;
  /** Its namespace; undefined where its prefix has none. */
  space: string | undefined;
  parent: XmlElement | undefined;
  children: XmlElement[];
  /** From its first character to behind its last one. */
  start: number;
  end: number;
  /** What stands between its tags. */
  innerStart: number;
  innerEnd: number;
}

/** Why a document is not read: it is not well-formed, declares a document type, or nests deeper than any honest one. */
export type XmlFault = 'malformed' | 'doctype' | 'deep';

export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly fault: XmlFault;

  constructor(fault: XmlFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Word nests a table in a table in a text box within some fifty elements. */
const MAX_DEPTH = 400;

type Spaces = ReadonlyMap<string, string>;

interface Open {
  element: XmlElement;
  spaces: Spaces;
}

/**
 * The elements of a document (XML 1.0, Namespaces in XML 1.0), so far as filling it in place needs them: text,
 * attributes and comments stay where they are.
 *
 * @throws XmlError
 */
export function readXml(xml: string): XmlElement {
  const open: Open[] = [];
  let root: XmlElement | undefined;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const passed = behindOther(xml, at);
    if (passed !== undefined) {
      at = passed;
      continue;
    }
    const end = behindTag(xml, at);
    if (xml[at + 1] === '/') {
      close(open.pop()?.element, xml.slice(at + 2, end - 1).trim(), at, end);
    } else {
      if (open.length === 0 && root !== undefined) throw new XmlError('malformed');
      const { opened, isEmpty } = openedBy(xml, at, end, open.at(-1));
      root ??= opened.element;
      if (!isEmpty) open.push(opened);
      if (open.length > MAX_DEPTH) throw new XmlError('deep');
    }
    at = end;
  }
  if (root === undefined || open.length > 0) throw new XmlError('malformed');
  return root;
}

/** Behind a comment, a CDATA section or a processing instruction; undefined at a tag. */
function behindOther(xml: string, at: number): number | undefined {
  if (xml.startsWith('<!--', at)) return behind(xml, '-->', at + 4);
  if (xml.startsWith('<![CDATA[', at)) return behind(xml, ']]>', at + 9);
  if (xml.startsWith('<?', at)) return behind(xml, '?>', at + 2);
  if (xml.startsWith('<!', at)) throw new XmlError('doctype');
  return undefined;
}

function behind(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at === -1) throw new XmlError('malformed');
  return at + mark.length;
}

/** Behind the `>` that ends a tag: within quotes it is a character of a value. */
function behindTag(xml: string, at: number): number {
  let quote = '';
  for (let index = at + 1; index < xml.length; index += 1) {
    const character = xml[index] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return index + 1;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '<') throw new XmlError('malformed');
  }
  throw new XmlError('malformed');
}

function close(element: XmlElement | undefined, name: string, at: number, end: number): void {
  if (element?.name !== name) throw new XmlError('malformed');
  element.innerEnd = at;
  element.end = end;
}

const DECLARATION = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function openedBy(
  xml: string,
  at: number,
  end: number,
  parent: Open | undefined,
): { opened: Open; isEmpty: boolean } {
  const tag = xml.slice(at, end);
  const [, name] = /^<([^\s/>"'=]+)/.exec(tag) ?? [];
  if (name === undefined) throw new XmlError('malformed');
  let spaces = parent?.spaces ?? new Map<string, string>();
  if (tag.includes('xmlns')) {
    const declared = [...tag.matchAll(DECLARATION)].map(
      ([, prefix = '', double, single]) => [prefix, double ?? single ?? ''] as const,
    );
    spaces = new Map([...spaces, ...declared]);
  }
  const colon = name.indexOf(':');
  const isEmpty = tag.endsWith('/>');
  const element: XmlElement = {
    name,
    local: name.slice(colon + 1),
    space: spaces.get(colon === -1 ? '' : name.slice(0, colon)),
    parent: parent?.element,
    children: [],
    start: at,
    end,
    innerStart: end,
    innerEnd: end,
  };
  parent?.element.children.push(element);
  return { opened: { element, spaces }, isEmpty };
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;
const PIECES = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|[^<]+/g;

/** The characters of an element without elements in it. */
export const textOf = (xml: string, { innerStart, innerEnd }: XmlElement): string =>
  xml
    .slice(innerStart, innerEnd)
    .replaceAll(PIECES, (piece, data: string | undefined) =>
      piece.startsWith('<') ? (data ?? '') : piece.replaceAll(REFERENCE, referred),
    );

function referred(written: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return NAMED[name] ?? written;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const ESCAPED: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** As character data. */
export const escapedText = (text: string): string =>
  text.replaceAll(/[<>&]/g, (character) => ESCAPED[character] ?? character);

/** One change of a document. */
export interface XmlEdit {
  start: number;
  end: number;
  by: string;
}

/** The document with every change made; what lies within a larger change goes with it. */
export function edited(xml: string, edits: readonly XmlEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, by } of ordered) {
    if (start < at) continue;
    parts.push(xml.slice(at, start), by);
    at = end;
  }
  parts.push(xml.slice(at));
  return parts.join('');
}
