/** Character classes of ISO 32000-2, 7.2.3: 1 white space, 2 delimiter, 0 regular. */
const CLASS = new Uint8Array(256);
for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[code] = 1;
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = 2;

export function isWhiteSpace(code: number | undefined): boolean {
  return code !== undefined && CLASS[code] === 1;
}

/** True for a byte that may be part of a name, number or keyword. */
export function isRegular(code: number | undefined): boolean {
  return code !== undefined && CLASS[code] === 0;
}

export function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39;
}

/** Value of a hexadecimal digit, or -1. */
export function hexValue(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The bytes as text, one character a byte. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return asBuffer(bytes).toString('latin1', start, end);
}

/** A Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
