/**
 * Whether a value says nothing: null, the texts "null" and "undefined", blank texts, empty lists and empty objects
 * (source specification, 5).
 */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return ['', 'null', 'undefined'].includes(value.trim());
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A form within a form is as deep as forms go. What is deeper is the schema's to refuse, and need not be walked. */
const DEPTH = 2;

/** What a form sent, without the members that say nothing. Lists stay as they are. */
export function withoutEmpty(value: unknown, depth = DEPTH): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, withoutEmpty(member, depth - 1)] as const)
      .filter(([, member]) => !isEmpty(member)),
  );
}
