import { periodQuery } from './period.ts';
import type { RecordSearch } from './record-search.ts';

/** The filters as the API's query has them. */
export const recordQuery = <Kind extends string>({
  search,
  kind,
  person,
  process,
  ...period
}: RecordSearch<Kind>) => ({
  ...periodQuery(period),
  ...(search === undefined ? {} : { search }),
  ...(kind === undefined ? {} : { kind }),
  ...(person === undefined ? {} : { personId: person }),
  ...(process === undefined ? {} : { processId: process }),
});
