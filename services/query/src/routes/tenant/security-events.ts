import { errors, isErrorCode, securityKinds, securityOperations, type AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import type { Selectable } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { within } from '../../reading/period.ts';

type Listed = AnswerOf<'securityEvents'>['items'][number];
type Row = Selectable<ReadSchema['security.entry']> & { name: string | null };

/** No fact of the product, and so of no projection: lines that services wrote beside the log. */
export const route = defineRoute('securityEvents', async ({ principal, query }, { models }) => {
  const { pageSize, kind } = query;
  const freshness = { minPosition: undefined, projections: [] };
  const found = await models.ofCaller(principal, freshness, async (db) => {
    const period = db.selectFrom('security.entry as entry').where(within('entry.at', query));
    const lines = kind === undefined ? period : period.where('entry.kind', '=', kind);
    const counted = await countedPage(db, query, lines);
    // The page first: else every line before it would be joined.
    const page = lines
      .selectAll('entry')
      .orderBy('entry.at', 'desc')
      .orderBy('entry.id', 'desc')
      .limit(pageSize)
      .offset(offsetOf(query));
    const rows = await db
      .selectFrom(page.as('entry'))
      .leftJoin('read.user_account as user', 'user.user_id', 'entry.caller_id')
      .selectAll('entry')
      .select('user.name')
      .orderBy('entry.at', 'desc')
      .orderBy('entry.id', 'desc')
      .execute();
    return { rows, counted };
  });
  return { items: found.rows.map(lineOf), ...found.counted };
});

const lineOf = (row: Row): Listed => ({
  id: String(row.id),
  at: row.at.toISOString(),
  kind: row.kind,
  what: whatOf(row),
  operation: row.operation,
  code: row.code,
  who:
    row.caller_kind === null || row.caller_id === null
      ? null
      : { kind: row.caller_kind, id: row.caller_id, name: row.name, tokenId: row.token_id },
  source: row.source,
  times: row.times,
});

/** What was done, or why it was not. */
function whatOf({ kind, operation, code }: Row): string {
  if (code !== null && isErrorCode(code)) return errors[code].title;
  const noted = operation === null ? undefined : securityOperations.get(operation);
  return noted?.label ?? securityKinds[kind];
}
