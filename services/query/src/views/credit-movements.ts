import type { AnswerOf } from '@lacre/contracts';
import { sql } from 'kysely';

import { countedPage, offsetOf, type CountedPage, type Page } from '../reading/paging.ts';
import { within, type Period } from '../reading/period.ts';
import type { Reader } from '../reading/read-models.ts';
import { movementOf, namesFor, type MovementRow } from './credits-view.ts';

type Movement = AnswerOf<'creditStatement'>['items'][number];

export interface MovementFilter extends Period {
  kind?: Movement['kind'] | undefined;
  processId?: string | undefined;
}

/** Lines of the statement that fit: each filter has an index in the order of the list. */
const movements = (db: Reader, filter: MovementFilter) =>
  db
    .selectFrom('read.credit_movement as m')
    .where(within('m.at', filter))
    .$if(filter.kind !== undefined, (rows) => rows.where('m.kind', '=', filter.kind as Movement['kind']))
    .$if(filter.processId !== undefined, (rows) =>
      rows.where('m.process_id', '=', filter.processId as string),
    );

const newestFirst = (db: Reader, filter: MovementFilter) =>
  movements(db, filter).selectAll('m').orderBy('m.at', 'desc').orderBy('m.number', 'desc');

const named = async (db: Reader, rows: readonly MovementRow[]): Promise<Movement[]> => {
  const names = await namesFor(db, rows);
  return rows.map((row) => movementOf(row, names));
};

/** One page of the statement, newest first. */
export async function movementPage(
  db: Reader,
  filter: MovementFilter,
  page: Page,
): Promise<{ items: Movement[] } & CountedPage> {
  const [counted, rows] = await Promise.all([
    countedPage(db, page, movements(db, filter)),
    newestFirst(db, filter).limit(page.pageSize).offset(offsetOf(page)).execute(),
  ]);
  return { items: await named(db, rows), ...counted };
}

/** Where a page of the statement ended. */
export interface MovementPlace {
  at: Date;
  number: bigint;
}

/** Lines older than one, newest first, and where they end. */
export async function movementsBefore(
  db: Reader,
  filter: MovementFilter,
  before: MovementPlace | undefined,
  limit: number,
): Promise<{ items: Movement[]; last: MovementPlace | undefined }> {
  const rows = await newestFirst(db, filter)
    .$if(before !== undefined, (list) =>
      list.where(
        sql<boolean>`(m.at, m.number) < (${before?.at.toISOString()}::timestamptz, ${before?.number}::bigint)`,
      ),
    )
    .limit(limit)
    .execute();
  return { items: await named(db, rows), last: rows.at(-1) };
}
