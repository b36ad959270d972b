/** Of every engine. What begins otherwise is no address of one, and may be anything. */
const SCHEME = String.raw`(?:postgres(?:ql)?|(?:kurrentdb|kurrent|kdb|esdb)(?:\+discover)?|nats|tls|wss?|smtps?|https?):\/\/`;
const HOST = String.raw`(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?`;
const HOSTS = new RegExp(String.raw`^(?:${SCHEME})?${HOST}(?:,(?:${SCHEME})?${HOST})*(?=[/?#\\]|$)`, 'i');
const STARTS_WITH_SCHEME = new RegExp(`^${SCHEME}`, 'i');

/**
 * `host:port` of an address of any engine, or several with commas, for people. Passwords are written with `/`, `,`, `@`
 * and `?` that should be encoded: nothing before the last `@` is ever shown, and nothing at all of an address that can
 * be read in two ways, or is none (`user:password`).
 */
export function placeInAddress(address: string): string | undefined {
  const text = address.trim();
  if (!STARTS_WITH_SCHEME.test(text)) return undefined;
  const last = text.lastIndexOf('@');
  const before = text.slice(0, Math.max(last, 0));
  // An option's value, or a path, may hold an `@` too; what follows it there may be a secret.
  if (/[?#]/.test(before)) return undefined;
  if (/[/\\]/.test(before.replace(STARTS_WITH_SCHEME, '')) && HOSTS.test(before)) return undefined;
  return HOSTS.exec(text.slice(last + 1))?.[0].replaceAll(new RegExp(SCHEME, 'gi'), '');
}
