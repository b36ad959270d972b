/** Media type by which ITI's validator asks what a QR code stands for. */
export const ITI_MEDIA_TYPE = 'application/validador-iti+json';

/**
 * ITI's validator adds its questions to the address in a QR code, which leads people to the validation page. Asked so,
 * that address is the API's.
 *
 * @param address path and query of a request
 */
export function itiAddress(address: string): string {
  if (!address.startsWith('/validate?')) return address;
  const query = new URLSearchParams(address.slice('/validate?'.length));
  const code = query.get('code');
  if (code === null || query.get('_format') !== ITI_MEDIA_TYPE) return address;
  query.delete('code');
  return `/api/validate/${encodeURIComponent(code)}?${query.toString()}`;
}
