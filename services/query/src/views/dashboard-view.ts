import type { AnswerOf } from '@lacre/contracts';

import { totalOf } from '../reading/paging.ts';
import type { Reader } from '../reading/read-models.ts';
import { creditsOf } from './credits-view.ts';
import { summaryOf, wholeProcesses } from './process-views.ts';

/** Newest processes shown. */
const RECENT = 5;

/** The tenant's numbers and newest processes, all of one moment. */
export async function dashboardOf(db: Reader): Promise<AnswerOf<'dashboard'>> {
  const byStatus = await db
    .selectFrom('read.process')
    .select((e) => ['status', e.fn.countAll<bigint>().as('total')])
    .groupBy('status')
    .execute();
  const count = (status: string): number => totalOf(byStatus.find((row) => row.status === status));
  const companies = await db
    .selectFrom('read.company')
    .select((e) => e.fn.countAll<bigint>().as('total'))
    .executeTakeFirst();
  const persons = await db
    .selectFrom('read.person')
    .select((e) => e.fn.countAll<bigint>().as('total'))
    .executeTakeFirst();
  const newest = wholeProcesses(db).orderBy('created_at', 'desc').orderBy('process_id');
  const recent = await newest.limit(RECENT).execute();
  return {
    waiting: count('waiting'),
    finished: count('finished'),
    rejected: count('rejected'),
    canceled: count('canceled'),
    companies: totalOf(companies),
    persons: totalOf(persons),
    credits: await creditsOf(db),
    recent: recent.map(summaryOf),
  };
}
