import { idsOf } from '@/lib/address/ids.ts';
import { isMonth } from '@/lib/format/day.ts';

/** Stretches of months that a report may be about, by their name in the address; the first is the default. */
export const REPORT_PERIODS = ['12', '3', '6', '24', 'este-ano', 'ano-passado'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** What the address of the page says. Months that cannot be read are as if they were not there. */
export interface ReportSearch {
  /** Where no months are chosen. */
  period?: ReportPeriod;
  fromMonth?: string;
  toMonth?: string;
  companyId?: string;
}

/** Reads an address; what is missing, malformed or the default is left out. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const period = REPORT_PERIODS.find((value) => value === String(raw['period']));
  const { fromMonth, toMonth } = raw;
  return {
    ...(period === undefined || period === REPORT_PERIODS[0] ? {} : { period }),
    ...(isMonth(fromMonth) ? { fromMonth } : {}),
    ...(isMonth(toMonth) ? { toMonth } : {}),
    ...idsOf(raw, 'companyId'),
  };
}
