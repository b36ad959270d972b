import { decodeText } from '../pdf/text-string.ts';

/** Properties that a program sets anew whenever it writes a file (XMP specification, part 1, 8.4). */
const OWN = new Set([
  'ModifyDate',
  'MetadataDate',
  'Producer',
  'InstanceID',
  'DocumentID',
  'xmptk',
  'CreatorTool',
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
  return [...earlier].every((statement) => later.has(statement));
}

/** `property=value` for every property but a program's own; undefined when the packet is not plain XMP. */
function statements(packet: Uint8Array): Set<string> | undefined {
  if (packet.length > MAX_BYTES) return undefined;
  const text = Buffer.from(packet).toString('utf8');
  if (FORBIDDEN.test(text) || text.includes('\u{fffd}')) return undefined;
  const found = new Set<string>();
  const open: string[] = [];
  for (const [, closing, name = '', attributes = '', alone, content = ''] of text.matchAll(TAG)) {
    const local = localName(name);
    if (closing) {
      if (open.pop() !== local) return undefined;
    } else {
      open.push(local);
      for (const [, key = '', , inDouble, inSingle] of attributes.matchAll(ATTRIBUTE)) {
        if (!/^(?:xmlns|rdf|xml)(?::|$)/.test(key)) add(found, localName(key), inDouble ?? inSingle ?? '');
      }
      if (alone) open.pop();
    }
    add(found, propertyOf(open), content);
  }
  return open.length === 0 ? found : undefined;
}

const TAG = /<(\/)?([\w.-]+(?::[\w.-]+)?)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>([^<]*)/g;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*("([^"<]*)"|'([^'<]*)')/g;

function add(found: Set<string>, property: string | undefined, value: string): void {
  const text = value.trim();
  if (property !== undefined && text !== '' && !OWN.has(property)) found.add(`${property}=${text}`);
}

/** The innermost element that is not one of RDF's own containers. */
function propertyOf(open: readonly string[]): string | undefined {
  return open.findLast(
    (name) => !['li', 'Alt', 'Seq', 'Bag', 'Description', 'RDF', 'xmpmeta'].includes(name),
  );
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Whether two text strings are the same text, whatever their encoding. */
export function sameText(before: Uint8Array, after: Uint8Array): boolean {
  return decodeText(before) === decodeText(after);
}
