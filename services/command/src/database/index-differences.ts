import { isDeepStrictEqual } from 'node:util';

/** Where an index of the log says something else than the log, as far as it has come: keys of rows. */
export interface IndexDifferences {
  /** How many rows there should be. */
  expected: number;
  missing: string[];
  extra: string[];
  /** There as they should be, and saying something else. */
  other: string[];
}

/** Rows by their keys, as the log has them and as they are held. */
export function differencesBetween<Row>(
  expected: ReadonlyMap<string, Row>,
  held: ReadonlyMap<string, Row>,
): IndexDifferences {
  return {
    expected: expected.size,
    missing: [...expected.keys()].filter((key) => !held.has(key)),
    extra: [...held.keys()].filter((key) => !expected.has(key)),
    other: [...expected].flatMap(([key, row]) =>
      held.has(key) && !isDeepStrictEqual(held.get(key), row) ? key : [],
    ),
  };
}
