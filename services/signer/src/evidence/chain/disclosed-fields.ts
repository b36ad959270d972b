import { clientContext, STATED_FIELDS } from '@lacre/contracts';

/** Personal values that the evidence states in plain; every other one stays a commitment, new fields among them. */
const BY_NAME: ReadonlySet<string> = new Set([
  'name',
  'reason',
  'drawing',
  'impediment',
  ...STATED_FIELDS.map(([name]) => name),
]);
const OF_CLIENT: ReadonlySet<string> = new Set(Object.keys(clientContext.shape));

/** @param path of the value, from its event */
export function isDisclosed(path: readonly (string | number)[]): boolean {
  const [root, ...inner] = path;
  const last = String(inner.at(-1) ?? '');
  // From where an account's user acted is nowhere stated.
  if (root === 'metadata') return inner.join('.') === 'actor.name';
  if (inner[0] === 'client') return OF_CLIENT.has(last);
  if (inner[0] === 'selection') return inner[1] === 'chosen';
  return BY_NAME.has(last);
}
