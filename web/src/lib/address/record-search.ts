import { idsOf } from './ids.ts';
import { plainSearch, type PlainSearch } from './list-search.ts';
import { readPeriod, type Period } from './period.ts';

/** The address of a list of what happened: its period, page and filters. */
export interface RecordSearch<Kind extends string> extends Period, PlainSearch {
  kind?: Kind;
  /** Of a user or person. */
  person?: string;
  process?: string;
}

/** Which kinds there are, the page knows, which comes later than the address. */
const NAME = /^[\da-z-]{1,36}$/;

/** Reads such an address; what is missing or malformed is left out. */
export function readRecordSearch<Kind extends string>(raw: Record<string, unknown>): RecordSearch<Kind> {
  const { kind } = raw;
  return {
    ...readPeriod(raw),
    ...plainSearch(raw),
    ...(typeof kind === 'string' && NAME.test(kind) ? { kind: kind as Kind } : {}),
    ...idsOf(raw, 'person', 'process'),
  };
}
