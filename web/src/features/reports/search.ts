/** Stretches of months that a report may be about, by their name in the address; the first is the default. */
export const REPORT_PERIODS = ['12', '3', '6', '24', 'este-ano', 'ano-passado'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** What the address of the page says. */
export interface ReportSearch {
  period?: ReportPeriod;
  companyId?: string;
}

/** Reads an address; what is missing, malformed or the default is left out. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const period = REPORT_PERIODS.find((value) => value === String(raw['period']));
  return {
    ...(period === undefined || period === REPORT_PERIODS[0] ? {} : { period }),
    ...(typeof raw['companyId'] === 'string' ? { companyId: raw['companyId'] } : {}),
  };
}
