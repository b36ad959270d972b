import type { AppendResult, EventStore, OrderedAppend } from './port.ts';

/** `appendInOrder` of a store that makes one append in a call. */
export async function oneAfterAnother(
  store: Pick<EventStore, 'append'>,
  appends: readonly OrderedAppend[],
): Promise<AppendResult[]> {
  const made: AppendResult[] = [];
  for (const { stream, events, options } of appends) made.push(await store.append(stream, events, options));
  return made;
}
