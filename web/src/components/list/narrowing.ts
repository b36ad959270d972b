import type { RecordSearch } from '@/lib/address/record-search.ts';

/** The search without a kind that the list does not have: addresses can be typed. */
export function withKnownKind<Kind extends string>(
  search: RecordSearch<Kind>,
  kinds: Readonly<Record<Kind, unknown>>,
): RecordSearch<Kind> {
  const { kind, ...rest } = search;
  return kind === undefined || Object.hasOwn(kinds, kind) ? search : rest;
}

/** Whether anything but the page narrows the list. */
export const isNarrowed = (search: RecordSearch<string>): boolean =>
  Object.entries(search).some(([name, value]) => name !== 'page' && value !== undefined);
