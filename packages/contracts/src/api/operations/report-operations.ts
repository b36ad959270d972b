import { z } from 'zod';

import { DELAY_CLASSES, REPORT_FIGURES } from '../../descriptions/report-words.ts';
import { calendarMonth, identifier, timestamp } from '../../fields.ts';
import { MAX_REPORTED_COMPANIES, MAX_REPORTED_PERSONS, MAX_REPORTED_REFUSALS } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { minPosition } from '../shapes/index.ts';
import { EXPORTED, exportFormat } from './record-operations.ts';

/** Months as people in Brasília mean them, and one company alone. */
const narrowed = {
  fromMonth: calendarMonth.optional().meta({ description: 'Primeiro mês; sem ele, onze antes do último' }),
  toMonth: calendarMonth.optional().meta({ description: 'Último mês; sem ele, o atual' }),
  companyId: identifier.optional(),
};

const figures = z.object(
  Object.fromEntries(REPORT_FIGURES.map((figure) => [figure, z.number().int()])) as Record<
    (typeof REPORT_FIGURES)[number],
    z.ZodNumber
  >,
);
/** How many took how long, by class. */
const delays = z.array(z.number().int()).length(DELAY_CLASSES.length);

const report = z
  .object({
    fromMonth: calendarMonth,
    toMonth: calendarMonth,
    /** Months with anything in them. Created ones by when they were created, the others by when they ended. */
    months: z.array(figures.extend({ month: calendarMonth })),
    /** Companies with the most processes created first; a name is null when the company was removed. */
    companies: z
      .array(figures.extend({ companyId: identifier, companyName: z.string().nullable() }))
      .max(MAX_REPORTED_COMPANIES),
    /** Companies with anything in these months. */
    companiesTotal: z.number().int(),
    /** From being asked to having signed every document, a person in a process. */
    signingDelays: delays,
    /** From the creation to the end of finished processes. */
    finishingDelays: delays,
    /** Whom running processes wait for now, whatever the months are; who holds up most first. */
    awaited: z
      .array(
        z.object({
          personId: identifier,
          name: z.string().nullable(),
          processes: z.number().int(),
          /** Since when the process that has waited longest does. */
          since: timestamp,
          oldest: z.object({ processId: identifier, summary: z.string().nullable() }),
        }),
      )
      .max(MAX_REPORTED_PERSONS),
    awaitedTotal: z.number().int(),
    /** Refusals in these months by persons, newest first. */
    refusals: z
      .array(
        z.object({
          processId: identifier,
          summary: z.string().nullable(),
          personId: identifier,
          name: z.string().nullable(),
          reason: z.string().nullable(),
          at: timestamp,
        }),
      )
      .max(MAX_REPORTED_REFUSALS),
  })
  .meta({ id: 'Report' });

/** Figures of what an account has had signed. */
export const reportOperations = defineOperations({
  report: {
    tag: 'Processos',
    summary:
      'Relatório: processos por mês e por empresa, tempo até assinar, por quem se espera e recusas, do que se pode ver',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    query: minPosition.extend(narrowed).strict(),
    answer: report,
    errors: [],
  },
  exportReport: {
    tag: 'Processos',
    summary: 'Uma parte do relatório num arquivo: processos por mês e empresa, ou por quem se espera',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'file',
    mediaType: EXPORTED,
    query: z.strictObject({ part: z.enum(['volume', 'awaited']), ...narrowed, ...exportFormat }),
    errors: ['TOO_MANY_REQUESTS'],
  },
});
