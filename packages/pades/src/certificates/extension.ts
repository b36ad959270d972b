import { DerFields } from '../cms/der-fields.ts';
import {
  boolean,
  DerError,
  type DerElement,
  objectIdentifier,
  octetString,
  readDer,
  sequence,
  TAG,
} from '../cms/der.ts';

/** An extension of a certificate, CRL, request or response (RFC 5280, 4.1). */
interface Extension {
  readonly critical: boolean;
  /** Content of the OCTET STRING, by the extension's own definition DER. */
  readonly value: Uint8Array;
}

export type Extensions = ReadonlyMap<string, Extension>;

export function extension(oid: string, critical: boolean, value: Uint8Array): Buffer {
  return sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
}

/**
 * Reads `Extensions`, by object identifier; none occurs twice (RFC 5280, 4.2). FALSE written out,
 * though DER leaves defaults out, is met in real certificates and does no harm.
 *
 * @param list the SEQUENCE OF, or an element that stands for it by an implicit tag
 * @throws DerError
 */
export function readExtensions(list: DerElement | undefined): Extensions {
  const extensions = new Map<string, Extension>();
  for (const item of list?.children() ?? []) {
    const fields = new DerFields(item);
    const oid = fields.take().oid();
    const critical = fields.optional(TAG.boolean)?.boolean() ?? false;
    const value = fields.take(TAG.octetString).content;
    fields.end();
    if (extensions.has(oid)) throw new DerError('extension occurs twice');
    extensions.set(oid, { critical, value });
  }
  return extensions;
}

/** Identifiers of the critical extensions that are not among `known`. */
export function unknownCritical(extensions: Extensions, known: ReadonlySet<string>): string[] {
  return [...extensions].flatMap(([oid, { critical }]) => (critical && !known.has(oid) ? [oid] : []));
}

/** The value of an extension as the element that it is. */
export function extensionValue(extensions: Extensions, oid: string): DerElement | undefined {
  const found = extensions.get(oid);
  return found && readDer(found.value);
}
