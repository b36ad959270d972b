import type { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';

import { anyOf } from './any-of.ts';
import { builtOnce } from './built-once.ts';
import type { Reader } from './read-models.ts';

/** A reader that keeps what it is asked and has no rows. */
function listening(): { db: Reader; asked: CompiledQuery[] } {
  const asked: CompiledQuery[] = [];
  const executeQuery = (query: CompiledQuery) => {
    asked.push(query);
    return Promise.resolve({ rows: [] });
  };
  return { db: { executeQuery } as unknown as Reader, asked };
}

it('builds its statement once, and asks each value where it stands', async () => {
  const { db, asked } = listening();
  let built = 0;
  const byIds = builtOnce((reader, ids: readonly string[]) => {
    built += 1;
    return reader
      .selectFrom('read.process')
      .select('summary')
      .where('process_id', '=', anyOf(ids))
      .where('status', '=', 'waiting');
  });
  await byIds(db, ['a']);
  await byIds(db, ['b', 'c']);
  expect(built).toBe(1);
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    [['a'], 'waiting'],
    [['b', 'c'], 'waiting'],
  ]);
  expect(asked[1]?.sql).toBe(asked[0]?.sql);
});

it('refuses a statement that the value is no parameter of', async () => {
  const whole = builtOnce((reader, _id: string) => reader.selectFrom('read.process').select('summary'));
  await expect(whole(listening().db, 'a')).rejects.toThrow('no parameter');
});
