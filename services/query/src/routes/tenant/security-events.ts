import { errors, isErrorCode, securityKinds, securityOperations, type AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import type { Selectable } from 'kysely';

import { defineRoute } from '../../define-route.ts';
import { offsetOf, totalOf } from '../../reading/paging.ts';
import { within } from '../../reading/period.ts';

type Listed = AnswerOf<'securityEvents'>['items'][number];
type Row = Selectable<ReadSchema['security.entry']> & { name: string | null };

/** No fact of the product, and so of no projection: lines that services wrote beside the log. */
export const route = defineRoute('securityEvents', async ({ principal, query }, { models }) => {
  const { page, pageSize, kind } = query;
  const freshness = { minPosition: undefined, projections: [] };
  const found = await models.ofCaller(principal, freshness, async (db) => {
    const period = db.selectFrom('security.entry as entry').where(within('entry.at', query));
    const lines = kind === undefined ? period : period.where('entry.kind', '=', kind);
    const counted = await lines.select((e) => e.fn.countAll().as('total')).executeTakeFirst();
    const rows = await lines
      .leftJoin('read.user_account as user', 'user.user_id', 'entry.caller_id')
      .selectAll('entry')
      .select('user.name')
      .orderBy('entry.at', 'desc')
      .orderBy('entry.id', 'desc')
      .limit(pageSize)
      .offset(offsetOf(query))
      .execute();
    return { rows, total: totalOf(counted) };
  });
  return { items: found.rows.map(lineOf), total: found.total, page, pageSize };
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
