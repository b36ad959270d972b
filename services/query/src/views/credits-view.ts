import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';

import type { Reader } from '../reading/read-models.ts';

/** The tenant's credits; none before the first grant. */
export async function creditsOf(db: Reader): Promise<AnswerOf<'tenantCredits'>> {
  const row = await db.selectFrom('read.credits').selectAll().executeTakeFirst();
  return {
    balance: Number(row?.balance ?? 0),
    reserved: Number(row?.reserved ?? 0),
    consumed: Number(row?.consumed ?? 0),
  };
}

type Movement = AnswerOf<'creditStatement'>['items'][number];

/** A line of the statement, with the names that its process and document have. */
export const movementOf = (
  row: ReadSchema['read.credit_movement'] & { summary: string | null; document_name: string | null },
): Movement => ({
  position: row.position,
  at: row.at.toISOString(),
  kind: row.kind,
  amount: Number(row.amount),
  balance: Number(row.balance),
  reserved: Number(row.reserved),
  reason: row.reason,
  process: row.process_id === null ? null : { processId: row.process_id, summary: row.summary },
  document: row.document_id === null ? null : { documentId: row.document_id, name: row.document_name },
});
