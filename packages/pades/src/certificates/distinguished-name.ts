import { sameBytes } from '../cms/certificate.ts';
import { DerFields } from '../cms/der-fields.ts';
import { DerError, type DerElement, readDer, TAG } from '../cms/der.ts';

/** String types of a DirectoryString (X.520), and IA5String. */
const TEXT_DECODERS: ReadonlyMap<number, (content: Buffer) => string> = new Map([
  [0x0c, (content) => content.toString('utf8')],
  [0x13, (content) => content.toString('latin1')],
  [0x14, (content) => content.toString('latin1')],
  [0x16, (content) => content.toString('latin1')],
  [0x1e, decodeBmpString],
]);

/**
 * True when two Names, each in DER, are the same: byte by byte, or in the comparison of RFC 5280, 7.1,
 * which leaves the kind of string, the case and the amount of white space out of account.
 *
 * @throws DerError when they differ and one is not a Name
 */
export function sameName(a: Uint8Array, b: Uint8Array): boolean {
  return sameBytes(a, b) || comparable(a) === comparable(b);
}

/** One name is compared with those of all certificates and lists around it. */
const comparables = new WeakMap<Uint8Array, string>();

function comparable(name: Uint8Array): string {
  const known = comparables.get(name);
  if (known !== undefined) return known;
  const sets = readDer(name).children(TAG.sequence);
  const text = sets.map((set) => set.children(TAG.set).map(attributeText).toSorted().join('+')).join(',');
  comparables.set(name, text);
  return text;
}

function attributeText(attribute: DerElement): string {
  const fields = new DerFields(attribute);
  const type = fields.take().oid();
  const value = fields.take();
  fields.end();
  // Quoted, so that no value can look like the end of one and the start of the next.
  return `${type}=${JSON.stringify(valueText(value))}`;
}

function valueText(value: DerElement): string {
  const decode = TEXT_DECODERS.get(value.tag);
  if (!decode) return Buffer.from(value.encoded).toString('hex');
  const text = decode(Buffer.from(value.content)).normalize('NFKC').toLowerCase();
  // The space distinguishes text from hexadecimal.
  return ` ${text.trim().replaceAll(/\s+/g, ' ')}`;
}

function decodeBmpString(content: Buffer): string {
  if (content.length % 2 !== 0) throw new DerError('half a character');
  return content.swap16().toString('utf16le');
}
