import type { Json, JsonObject } from '@lacre/event-store';

/** A value by the JSON Canonicalization Scheme (RFC 8785): one text for one value. */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (value === null || value === undefined || typeof value !== 'object')
    return JSON.stringify(value ?? null);
  const members = Object.entries(value as JsonObject)
    .filter(([, member]) => member !== undefined)
    // By UTF-16 code units (RFC 8785, 3.2.3), which is how strings compare here.
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
