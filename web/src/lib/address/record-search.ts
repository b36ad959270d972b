import { listSearch } from './list-search.ts';
import { readPeriod, type Period } from './period.ts';

/** The address of a list of what happened: its period, page and filters. */
export interface RecordSearch<Kind extends string> extends Period {
  page?: number;
  search?: string;
  kind?: Kind;
  /** Of a user or person. */
  person?: string;
  process?: string;
}

const readList = listSearch(['all']);
/** Kinds and ids: which kinds there are, the page knows, which comes later than the address. */
const NAME = /^[\da-z-]{1,36}$/;

/** Reads such an address; what is missing or malformed is left out. */
export function readRecordSearch<Kind extends string>(raw: Record<string, unknown>): RecordSearch<Kind> {
  const names = ['kind', 'person', 'process'].filter((name) => {
    const value = raw[name];
    return typeof value === 'string' && NAME.test(value);
  });
  return {
    ...readPeriod(raw),
    ...readList(raw),
    ...Object.fromEntries(names.map((name) => [name, raw[name]])),
  };
}
