import {
  brasiliaMonth,
  DELAY_CLASSES,
  MAX_REPORTED_COMPANIES,
  MAX_REPORTED_PERSONS,
  MAX_REPORTED_REFUSALS,
  REPORT_FIGURES,
  TIME_ZONE,
  type AnswerOf,
  type ReportFigure,
} from '@lacre/contracts';
import { sql, type Expression, type SqlBool } from 'kysely';

import type { Reader } from '../reading/read-models.ts';

type Report = AnswerOf<'report'>;
type Figures = Record<ReportFigure, number>;

/** What a report is narrowed to: both months belong to it. */
export interface ReportScope {
  fromMonth: string;
  toMonth: string;
  companyId: string | undefined;
}

/** Months before the last one in a report that is asked for without a first. */
const MONTHS_BEFORE = 11;

/** The scope with the months that were left out. Months the wrong way round make an empty report. */
export function reportScope(
  asked: { fromMonth?: string | undefined; toMonth?: string | undefined; companyId?: string | undefined },
  now: Date,
): ReportScope {
  const toMonth = asked.toMonth ?? brasiliaMonth(now);
  const first = new Date(`${toMonth}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - MONTHS_BEFORE);
  return {
    fromMonth: asked.fromMonth ?? first.toISOString().slice(0, 'yyyy-mm'.length),
    toMonth,
    companyId: asked.companyId,
  };
}

export const ofCompanyAsked = ({ companyId }: ReportScope): Expression<SqlBool> =>
  companyId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`company_id = ${companyId}::uuid`;

export const inMonths = ({ fromMonth, toMonth }: ReportScope): Expression<SqlBool> =>
  sql<SqlBool>`month >= ${fromMonth} and month <= ${toMonth}`;

/** A sum by figure, each in a column of its name. */
export const sums = sql.join(
  REPORT_FIGURES.map(
    (figure) =>
      sql`coalesce(sum(total) filter (where figure = ${sql.lit(figure)}), 0)::int8 as ${sql.ref(figure)}`,
  ),
);

type Summed = Record<ReportFigure, bigint>;
export const figuresOf = (row: Summed): Figures =>
  Object.fromEntries(REPORT_FIGURES.map((figure) => [figure, Number(row[figure])])) as Figures;

async function months(db: Reader, scope: ReportScope): Promise<Report['months']> {
  const { rows } = await sql<Summed & { month: string }>`
    select month, ${sums} from read.monthly_figure
     where ${inMonths(scope)} and ${ofCompanyAsked(scope)} group by month order by month`.execute(db);
  return rows.map((row) => Object.assign(figuresOf(row), { month: row.month }));
}

async function companies(
  db: Reader,
  scope: ReportScope,
): Promise<Pick<Report, 'companies' | 'companiesTotal'>> {
  const { rows } = await sql<Summed & { company_id: string; name: string | null; companies: bigint }>`
    select f.*, c.fields->>'companyName' as name
      from (select company_id, ${sums}, count(*) over () as companies from read.monthly_figure
             where ${inMonths(scope)} and ${ofCompanyAsked(scope)}
             group by company_id order by created desc, company_id limit ${sql.lit(MAX_REPORTED_COMPANIES)}) f
      left join read.company c on c.company_id = f.company_id
     order by f.created desc, f.company_id`.execute(db);
  return {
    companies: rows.map((row) =>
      Object.assign(figuresOf(row), { companyId: row.company_id, companyName: row.name }),
    ),
    companiesTotal: Number(rows[0]?.companies ?? 0),
  };
}

async function delays(
  db: Reader,
  scope: ReportScope,
): Promise<Pick<Report, 'signingDelays' | 'finishingDelays'>> {
  const { rows } = await sql<{ figure: string; delay: number; total: bigint }>`
    select figure, delay, sum(total)::int8 as total from read.monthly_figure
     where ${inMonths(scope)} and ${ofCompanyAsked(scope)} and figure in ('signed', 'finished')
     group by figure, delay`.execute(db);
  const of = (figure: string): number[] =>
    DELAY_CLASSES.map((_, delay) =>
      Number(rows.find((row) => row.figure === figure && row.delay === delay)?.total ?? 0),
    );
  return { signingDelays: of('signed'), finishingDelays: of('finished') };
}

async function awaited(db: Reader, scope: ReportScope): Promise<Pick<Report, 'awaited' | 'awaitedTotal'>> {
  const { rows } = await sql<{
    person_id: string;
    processes: bigint;
    since: Date;
    persons: bigint;
    process_id: string;
    name: string | null;
    summary: string | null;
  }>`
    select a.*, o.process_id, p.name, s.summary
      from (select person_id, count(*) as processes, min(asked_at) as since, count(*) over () as persons
              from read.awaited_person where ${ofCompanyAsked(scope)} group by person_id
             order by processes desc, since, person_id limit ${sql.lit(MAX_REPORTED_PERSONS)}) a
     cross join lateral (select process_id from read.awaited_person o
                          where o.person_id = a.person_id and ${ofCompanyAsked(scope)}
                          order by asked_at limit 1) o
      left join read.process_participant p on p.process_id = o.process_id and p.person_id = a.person_id
      left join read.process s on s.process_id = o.process_id
     order by a.processes desc, a.since, p.name, a.person_id`.execute(db);
  return {
    awaited: rows.map((row) => ({
      personId: row.person_id,
      name: row.name,
      processes: Number(row.processes),
      since: row.since.toISOString(),
      oldest: { processId: row.process_id, summary: row.summary },
    })),
    awaitedTotal: Number(rows[0]?.persons ?? 0),
  };
}

async function refusals(db: Reader, scope: ReportScope): Promise<Report['refusals']> {
  const first = sql`(${`${scope.fromMonth}-01`}::date)::timestamp at time zone ${TIME_ZONE}`;
  const end = sql`(${`${scope.toMonth}-01`}::date + interval '1 month')::timestamp at time zone ${TIME_ZONE}`;
  const { rows } = await sql<{
    process_id: string;
    person_id: string;
    refused_at: Date;
    summary: string | null;
    name: string | null;
    reason: string | null;
  }>`
    select r.process_id, r.person_id, r.refused_at, s.summary, p.name, d.reason
      from (select * from read.refusal
             where refused_at >= ${first} and refused_at < ${end} and ${ofCompanyAsked(scope)}
             order by refused_at desc limit ${sql.lit(MAX_REPORTED_REFUSALS)}) r
      left join read.process s on s.process_id = r.process_id
      left join read.process_participant p on p.process_id = r.process_id and p.person_id = r.person_id
      left join lateral (select one->>'rejectReason' as reason
                           from read.process_document d, jsonb_array_elements(d.signatures) one
                          where d.process_id = r.process_id and one->>'personId' = r.person_id::text
                            and one->>'rejectReason' is not null
                          order by d.ordinal limit 1) d on true
     order by r.refused_at desc`.execute(db);
  return rows.map((row) => ({
    processId: row.process_id,
    summary: row.summary,
    personId: row.person_id,
    name: row.name,
    reason: row.reason,
    at: row.refused_at.toISOString(),
  }));
}

/** The whole report, all of one moment. Its statements are sent behind one another and answered in one round trip. */
export async function reportOf(db: Reader, scope: ReportScope): Promise<Report> {
  const [byMonth, byCompany, byDelay, waiting, refused] = await Promise.all([
    months(db, scope),
    companies(db, scope),
    delays(db, scope),
    awaited(db, scope),
    refusals(db, scope),
  ]);
  const { fromMonth, toMonth } = scope;
  return { fromMonth, toMonth, months: byMonth, ...byCompany, ...byDelay, ...waiting, refusals: refused };
}
