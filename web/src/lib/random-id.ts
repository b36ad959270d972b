/** A random UUID (RFC 9562, version 4); browsers offer one only to pages that came by HTTPS or from this machine. */
export function randomId(): string {
  const { randomUUID } = crypto as Partial<Crypto>;
  if (randomUUID !== undefined) return randomUUID.call(crypto);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Version 4 and the variant stand in the 13th and 17th digits.
  const variant = '89ab'[(bytes[8] ?? 0) & 3] ?? '8';
  const marked = `${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
