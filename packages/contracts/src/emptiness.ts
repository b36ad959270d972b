/**
 * Whether a value says nothing: null, the texts "null" and "undefined", blank texts, empty lists and empty objects
 * (source specification, 5).
 */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return ['', 'null', 'undefined'].includes(value.trim());
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** What was sent, without the members that say nothing, in objects within objects too. Lists stay as they are. */
export function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, withoutEmpty(member)] as const)
      .filter(([, member]) => !isEmpty(member)),
  );
}
