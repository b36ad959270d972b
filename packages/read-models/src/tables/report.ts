import type { ReportFigure } from '@lacre/contracts';

import { bigInteger, bool, instant, integer, json, oneOf, text, uuid } from '../column.ts';
import { ofCompany } from '../reach.ts';
import { table } from '../table.ts';

/** Whom a process waits for, or is going to. */
export interface Awaited {
  personId: string;
  /** ISO 8601; null before it is their turn. */
  askedAt: string | null;
  /** What they have not signed yet. */
  documentIds: string[];
}

/** Processes that have not ended: what must be known of them when something in them does. */
export const runningProcess = table(
  'running_process',
  {
    process_id: uuid(),
    tenant_id: uuid(),
    company_id: uuid(),
    created_at: instant(),
    expired: bool(),
    awaited: json<Awaited[]>(),
  },
  { key: ['process_id'], reach: ofCompany() },
);

/**
 * How much happened in a month of Brasília's calendar, by company: as it happens, so that a report reads as many rows as
 * there are months and companies, however many processes they have had. `delay` is the class of how long it took
 * (`DELAY_CLASSES`), 0 for what takes no time.
 */
export const monthlyFigure = table(
  'monthly_figure',
  {
    tenant_id: uuid(),
    month: text(),
    company_id: uuid(),
    figure: oneOf<ReportFigure | 'signed'>(),
    delay: integer(),
    total: bigInteger(),
  },
  { key: ['tenant_id', 'month', 'company_id', 'figure', 'delay'], reach: ofCompany() },
);

/** Persons who were asked and have documents of a running process to sign: as many as there is open work. */
export const awaitedPerson = table(
  'awaited_person',
  { process_id: uuid(), person_id: uuid(), tenant_id: uuid(), company_id: uuid(), asked_at: instant() },
  {
    key: ['process_id', 'person_id'],
    reach: ofCompany(),
    indexes: ['(tenant_id, person_id, asked_at) include (company_id, process_id)'],
  },
);

/** Who refused which process, and when last; the reason is the document's. */
export const refusal = table(
  'refusal',
  { process_id: uuid(), person_id: uuid(), tenant_id: uuid(), company_id: uuid(), refused_at: instant() },
  {
    key: ['process_id', 'person_id'],
    reach: ofCompany(),
    indexes: ['(tenant_id, refused_at desc)', '(tenant_id, company_id, refused_at desc)'],
  },
);
