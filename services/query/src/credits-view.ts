import type { AnswerOf } from '@lacre/contracts';

import type { Reader } from './read-models.ts';

/** The tenant's credits; none before the first grant. */
export async function creditsOf(db: Reader): Promise<AnswerOf<'tenantCredits'>> {
  const row = await db.selectFrom('read.credits').selectAll().executeTakeFirst();
  return {
    balance: Number(row?.balance ?? 0),
    reserved: Number(row?.reserved ?? 0),
    consumed: Number(row?.consumed ?? 0),
  };
}
