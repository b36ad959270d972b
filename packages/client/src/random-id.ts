/**
 * A random UUID (RFC 9562, version 4). The browser's own `randomUUID` is kept from pages that came by plain HTTP from
 * another machine, as on a local network.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Version 4 and the variant stand in the 13th and 17th digits.
  const variant = '89ab'[(bytes[8] ?? 0) & 3] ?? '8';
  const marked = `${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
