import type { Certificate } from '../cms/certificate.ts';
import { readDer } from '../cms/der.ts';

/**
 * Serial number as lower-case hexadecimal of whole bytes, without the zero that only marks it as
 * positive: the form in which serial numbers are compared and listed here.
 */
export function serialNumberOf(certificate: Certificate): string {
  return serialNumberText(readDer(certificate.serial).integer());
}

/** The same for the content of an INTEGER, or for any unsigned number. */
export function serialNumberText(content: Uint8Array): string {
  let start = 0;
  while (start < content.length - 1 && content[start] === 0) start += 1;
  return Buffer.from(content.buffer, content.byteOffset + start, content.length - start).toString('hex');
}

/** The form above of a serial number as people and programs write it: `0A:1B`, `0a1b`, `A1B`. */
export function normalSerialNumber(text: string): string {
  const digits = text.replaceAll(/[\s:]/g, '');
  if (!/^[0-9a-fA-F]{1,64}$/.test(digits)) throw new TypeError(`not a serial number: ${text}`);
  return serialNumberText(Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'));
}
