import type { AnswerOf } from '@lacre/contracts';

import { totalOf } from '../reading/paging.ts';
import type { Reader } from '../reading/read-models.ts';
import { creditsOf } from './credits-view.ts';
import { listedProcesses, summaryOf } from './process-views.ts';

const STATUSES = ['waiting', 'finished', 'rejected', 'canceled'] as const;
type Status = (typeof STATUSES)[number];

/** Newest processes shown. */
const RECENT = 5;

/** Processes by their state, as they were counted when they came: of the account, or of the companies that a caller reaches. */
async function processesByStatus(db: Reader, reachesAll: boolean): Promise<Record<Status, number>> {
  const counts = reachesAll
    ? db.selectFrom('read.process_count').select(STATUSES)
    : db
        .selectFrom('read.company_process_count')
        .select((e) => STATUSES.map((status) => e.fn.sum<string | null>(status).as(status)));
  const row = await counts.executeTakeFirst();
  return {
    waiting: Number(row?.waiting ?? 0),
    finished: Number(row?.finished ?? 0),
    rejected: Number(row?.rejected ?? 0),
    canceled: Number(row?.canceled ?? 0),
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

/** Of the account as they came and went; of a caller who reaches some, those. */
async function companiesOf(db: Reader, reachesAll: boolean): Promise<number> {
  if (reachesAll) {
    const counted = await db.selectFrom('read.company_count').select('companies').executeTakeFirst();
    return Number(counted?.companies ?? 0);
  }
  const reached = await db
    .selectFrom('read.company')
    .select((e) => e.fn.countAll<bigint>().as('total'))
    .executeTakeFirst();
  return totalOf(reached);
}

/** The tenant's numbers and newest processes, all of one moment. */
export async function dashboardOf(db: Reader, reachesAll: boolean): Promise<AnswerOf<'dashboard'>> {
  const byStatus = await processesByStatus(db, reachesAll);
  const companies = await companiesOf(db, reachesAll);
  const counted = await db.selectFrom('read.person_count').select('persons').executeTakeFirst();
  const recent = await listedProcesses(db).limit(RECENT).execute();
  return {
    ...byStatus,
    companies,
    persons: Number(counted?.persons ?? 0),
    usersWithoutCompany: reachesAll ? await usersWithoutCompany(db) : 0,
    credits: await creditsOf(db),
    recent: recent.map(summaryOf),
  };
}
