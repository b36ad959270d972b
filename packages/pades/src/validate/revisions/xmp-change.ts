import { isDeepStrictEqual } from 'node:util';

import { decodeText } from '../../pdf/syntax/text-string.ts';

const XMP = 'http://ns.adobe.com/xap/1.0/';
/** Properties that a program sets anew whenever it writes a file (XMP specification, part 1, 8.4). */
const OWN = new Set([
  `${XMP} ModifyDate`,
  `${XMP} MetadataDate`,
  `${XMP} CreatorTool`,
  'http://ns.adobe.com/pdf/1.3/ Producer',
  `${XMP}mm/ InstanceID`,
  `${XMP}mm/ DocumentID`,
]);
/** Larger metadata is not looked through. */
const MAX_BYTES = 262_144;
/** More than metadata has, and nothing that could mean something else to another reader of XML. */
const FORBIDDEN = /<!|&(?!(?:amp|lt|gt|quot|apos);)/;

/**
 * Whether two XMP packets say the same of the document, save for when and by what it was written. They
 * may say it in different ways: RDF lets a property be an element or an attribute.
 */
export function saysTheSame(before: Uint8Array, after: Uint8Array): boolean {
  const [earlier, later] = [statements(before), statements(after)];
  if (!earlier || !later || earlier.size !== later.size) return false;
  return [...earlier].every(([property, values]) => isDeepStrictEqual(values, later.get(property)));
}

/**
 * By property, with namespace and language, the values in their order: an order of names may say who is first. Those
 * that are a program's own are left out; undefined when it is not a plain packet.
 */
function statements(packet: Uint8Array): Map<string, string[]> | undefined {
  if (packet.length > MAX_BYTES) return undefined;
  const text = Buffer.from(packet).toString('utf8');
  if (FORBIDDEN.test(text) || text.includes('\u{fffd}')) return undefined;
  return new PacketReader(unwrapped(text)).read();
}

/** What is left of a packet without the processing instructions around it (XMP specification, part 1, 7.3). */
function unwrapped(text: string): string {
  let body = text.trim();
  while (body.startsWith('<?') && body.includes('?>')) body = body.slice(body.indexOf('?>') + 2).trimStart();
  const end = body.lastIndexOf('<?xpacket end=');
  return end >= 0 && body.indexOf('?>', end) === body.length - 2 ? body.slice(0, end).trimEnd() : body;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const META = 'adobe:ns:meta/';
const XML = 'http://www.w3.org/XML/1998/namespace';
const TAG = /<(\/)?([\w.-]+(?::[\w.-]+)?)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>([^<]*)/gy;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

interface Element {
  readonly namespace: string;
  readonly local: string;
  readonly language: string;
}

/** Reads an RDF element in an optional x:xmpmeta; every name counts by its namespace, every tag is looked at. */
class PacketReader {
  readonly #text: string;
  readonly #prefixes = new Map([['xml', XML]]);
  readonly #open: Element[] = [];
  readonly #found = new Map<string, string[]>();
  #hasRdf = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Map<string, string[]> | undefined {
    const body = this.#text;
    let at = 0;
    let roots = 0;
    for (const match of body.matchAll(TAG)) {
      at = match.index + match[0].length;
      if (this.#open.length === 0) roots += 1;
      if (!this.#take(match)) return undefined;
    }
    const isWhole = at === body.length && roots === 1 && this.#open.length === 0;
    return isWhole && this.#hasRdf ? this.#found : undefined;
  }

  #take([, closing, name = '', attributes = '', alone, content = '']: RegExpMatchArray): boolean {
    if (closing) return this.#close(name, attributes, alone) && this.#say(this.#open.at(-1), content);
    const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', first, second]) => {
      return [key, first ?? second ?? ''] as const;
    });
    // A prefix that means two things in one packet is nothing a program writes.
    for (const [key, uri] of pairs) {
      const [, prefix] = /^xmlns:?(.*)$/.exec(key) ?? [];
      if (prefix === undefined) continue;
      if ((this.#prefixes.get(prefix) ?? uri) !== uri) return false;
      this.#prefixes.set(prefix, uri);
    }
    const element = this.#named(name, pairs.find(([key]) => key === 'xml:lang')?.[1]);
    if (!element || !this.#hasPlace(element)) return false;
    this.#open.push(element);
    for (const [key, value] of pairs) {
      if (/^(?:xmlns|xml)(?::|$)/.test(key)) continue;
      const attribute = this.#named(key);
      if (!attribute || !this.#say(attribute, value)) return false;
    }
    if (alone) this.#open.pop();
    return this.#say(this.#open.at(-1), content);
  }

  #close(name: string, attributes: string, alone: string | undefined): boolean {
    const [ended, own] = [this.#open.pop(), this.#named(name)];
    const matches = ended?.namespace === own?.namespace && ended?.local === own?.local;
    return matches && attributes === '' && alone === undefined;
  }

  /** Outside RDF there are x:xmpmeta and RDF itself, and no properties. */
  #hasPlace({ namespace, local }: Element): boolean {
    if (this.#open.some((each) => each.namespace === RDF && each.local === 'RDF')) return true;
    if (namespace === RDF && local === 'RDF') {
      this.#hasRdf = true;
      return true;
    }
    return this.#open.length === 0 && namespace === META && local === 'xmpmeta';
  }

  #named(name: string, language = this.#open.at(-1)?.language ?? ''): Element | undefined {
    const colon = name.indexOf(':');
    const namespace = this.#prefixes.get(name.slice(0, Math.max(0, colon)));
    return namespace === undefined ? undefined : { namespace, local: name.slice(colon + 1), language };
  }

  /** Notes what is said, by the innermost property around it. @returns whether it may stand there */
  #say(element: Element | undefined, value: string): boolean {
    const text = value.trim();
    if (text === '') return true;
    const property = isStructure(element) ? this.#open.findLast((each) => !isStructure(each)) : element;
    if (!property) return element?.local === 'about' || element?.local === 'xmptk';
    const name = `${property.namespace} ${property.local}`;
    if (!OWN.has(name)) {
      const key = `${name}@${element?.language ?? ''}`;
      this.#found.set(key, [...(this.#found.get(key) ?? []), text]);
    }
    return true;
  }
}

/** RDF's own containers and attributes, and x:xmpmeta. */
function isStructure(element: Element | undefined): boolean {
  return element === undefined || element.namespace === RDF || element.namespace === META;
}

/** Whether two text strings are the same text, whatever their encoding. */
export function sameText(before: Uint8Array, after: Uint8Array): boolean {
  return decodeText(before) === decodeText(after);
}
