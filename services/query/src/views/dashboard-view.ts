import type { AnswerOf } from '@lacre/contracts';

import { totalOf } from '../reading/paging.ts';
import type { Reader } from '../reading/read-models.ts';
import { creditsOf } from './credits-view.ts';
import { summaryOf, wholeProcesses } from './process-views.ts';

type Status = 'waiting' | 'finished' | 'rejected' | 'canceled';

/** Newest processes shown. */
const RECENT = 5;

/** Processes by their state: as they were counted when they came, for a caller who reaches all of them. */
async function processesByStatus(db: Reader, reachesAll: boolean): Promise<Record<Status, number>> {
  if (reachesAll) {
    const row = await db.selectFrom('read.process_count').selectAll().executeTakeFirst();
    return {
      waiting: Number(row?.waiting ?? 0),
      finished: Number(row?.finished ?? 0),
      rejected: Number(row?.rejected ?? 0),
      canceled: Number(row?.canceled ?? 0),
    };
  }
  const rows = await db
    .selectFrom('read.process')
    .select((e) => ['status', e.fn.countAll<bigint>().as('total')])
    .groupBy('status')
    .execute();
  const count = (status: Status): number => totalOf(rows.find((row) => row.status === status));
  return {
    waiting: count('waiting'),
    finished: count('finished'),
    rejected: count('rejected'),
    canceled: count('canceled'),
  };
}

/** Who waits for a steward to assign them to a company. */
async function usersWithoutCompany(db: Reader): Promise<number> {
  const waiting = await db
    .selectFrom('read.user_account')
    .select((e) => e.fn.countAll<bigint>().as('total'))
    .where('role', '=', 'common')
    .where('active', '=', true)
    .where(({ fn }) => fn<number>('jsonb_array_length', ['company_ids']), '=', 0)
    .executeTakeFirst();
  return totalOf(waiting);
}

/** The tenant's numbers and newest processes, all of one moment. */
export async function dashboardOf(db: Reader, reachesAll: boolean): Promise<AnswerOf<'dashboard'>> {
  const byStatus = await processesByStatus(db, reachesAll);
  const companies = await db
    .selectFrom('read.company')
    .select((e) => e.fn.countAll<bigint>().as('total'))
    .executeTakeFirst();
  const counted = await db.selectFrom('read.person_count').select('persons').executeTakeFirst();
  const newest = wholeProcesses(db).orderBy('created_at', 'desc').orderBy('process_id');
  const recent = await newest.limit(RECENT).execute();
  return {
    ...byStatus,
    companies: totalOf(companies),
    persons: Number(counted?.persons ?? 0),
    usersWithoutCompany: reachesAll ? await usersWithoutCompany(db) : 0,
    credits: await creditsOf(db),
    recent: recent.map(summaryOf),
  };
}
