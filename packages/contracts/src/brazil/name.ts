import { ERASED } from '../erased.ts';

/** They identify no person, and a name reads badly without them. */
const PARTICLES: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);

/**
 * `Ana Souza Lima` → `Ana S*** L***`, and `Madonna` → `M***`: what the public may see of a name. What was erased says
 * so.
 */
export function maskName(name: string): string {
  if (name === ERASED) return name;
  const [first = '', ...rest] = name.trim().split(/\s+/);
  if (rest.length === 0) return `${/^./u.exec(first)?.[0] ?? ''}***`;
  return [first, ...rest.map((part) => (PARTICLES.has(part) ? part : `${part.charAt(0)}***`))].join(' ');
}

/** `11987654321` → `(11) *****-4321`. */
export function maskPhone(digits: string): string {
  return `(${digits.slice(0, 2)}) *****-${digits.slice(-4)}`;
}

/** `ana.souza@exemplo.com.br` → `a***@exemplo.com.br`: enough for its owner to recognise it. */
export function maskEmail(email: string): string {
  if (email === ERASED) return email;
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.charAt(0)}***${email.slice(at)}`;
}
