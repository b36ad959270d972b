import type { ReportFigure } from '@lacre/contracts';
import { sql } from 'kysely';

import type { Reader } from '../reading/read-models.ts';
import { figuresOf, inMonths, ofCompanyAsked, sums, type ReportScope } from './report-view.ts';

/** A line of the file of processes by month and company. */
export type VolumeLine = Record<ReportFigure, number> & {
  month: string;
  companyId: string;
  companyName: string | null;
  cnpj: string | null;
  /** Persons who have signed, and how many of them within a day of being asked. */
  signed: number;
  signedWithinDay: number;
};
export type VolumePlace = Pick<VolumeLine, 'month' | 'companyId'>;

/** Classes of `DELAY_CLASSES` within a day. */
const WITHIN_DAY = 2;

/** Lines after one, by month and company. */
export async function volumeAfter(
  db: Reader,
  scope: ReportScope,
  after: VolumePlace | undefined,
  limit: number,
): Promise<{ items: VolumeLine[]; last: VolumePlace | undefined }> {
  const place =
    after === undefined ? sql`true` : sql`(month, company_id) > (${after.month}, ${after.companyId}::uuid)`;
  const { rows } = await sql<
    Record<ReportFigure | 'signed' | 'within_day', bigint> & {
      month: string;
      company_id: string;
      name: string | null;
      cnpj: string | null;
    }
  >`
    select f.*, c.fields->>'companyName' as name, c.cnpj
      from (select month, company_id, ${sums},
                   coalesce(sum(total) filter (where figure = 'signed'), 0)::int8 as signed,
                   coalesce(sum(total) filter (where figure = 'signed' and delay <= ${sql.lit(WITHIN_DAY)}), 0)::int8 as within_day
              from read.monthly_figure where ${inMonths(scope)} and ${ofCompanyAsked(scope)} and ${place}
             group by month, company_id order by month, company_id limit ${limit}) f
      left join read.company c on c.company_id = f.company_id
     order by f.month, f.company_id`.execute(db);
  const items = rows.map((row) =>
    Object.assign(figuresOf(row), {
      month: row.month,
      companyId: row.company_id,
      companyName: row.name,
      cnpj: row.cnpj,
      signed: Number(row.signed),
      signedWithinDay: Number(row.within_day),
    }),
  );
  return { items, last: items.at(-1) };
}

/** A line of the file of whom processes wait for: a person in a process. */
export interface AwaitedLine {
  personId: string;
  name: string | null;
  email: string | null;
  askedAt: string;
  processId: string;
  summary: string | null;
  companyName: string | null;
}
export type AwaitedPlace = Pick<AwaitedLine, 'personId' | 'askedAt' | 'processId'>;

/** Lines after one, by person and since when they are waited for. */
export async function awaitedAfter(
  db: Reader,
  scope: ReportScope,
  after: AwaitedPlace | undefined,
  limit: number,
): Promise<{ items: AwaitedLine[]; last: AwaitedPlace | undefined }> {
  const place =
    after === undefined
      ? sql`true`
      : sql`(person_id, asked_at, process_id) > (${after.personId}::uuid, ${after.askedAt}::timestamptz, ${after.processId}::uuid)`;
  const { rows } = await sql<{
    person_id: string;
    name: string | null;
    email: string | null;
    asked_at: Date;
    process_id: string;
    summary: string | null;
    company_name: string | null;
  }>`
    select a.*, p.name, p.email, s.summary, s.company->>'companyName' as company_name
      from (select person_id, asked_at, process_id from read.awaited_person
             where ${ofCompanyAsked(scope)} and ${place}
             order by person_id, asked_at, process_id limit ${limit}) a
      left join read.process_participant p on p.process_id = a.process_id and p.person_id = a.person_id
      left join read.process s on s.process_id = a.process_id
     order by a.person_id, a.asked_at, a.process_id`.execute(db);
  const items = rows.map((row) => ({
    personId: row.person_id,
    name: row.name,
    email: row.email,
    askedAt: row.asked_at.toISOString(),
    processId: row.process_id,
    summary: row.summary,
    companyName: row.company_name,
  }));
  return { items, last: items.at(-1) };
}
