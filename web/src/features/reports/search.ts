/** Stretches of months that a report may be about, by their name in the address; the first is the default. */
export const REPORT_PERIODS = ['12', '3', '6', '24', 'este-ano', 'ano-passado'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

const TEXTS = ['fromMonth', 'toMonth', 'companyId'] as const;

/** What the address of the page says. Months that cannot be read are as if they were not there. */
export interface ReportSearch extends Partial<Record<(typeof TEXTS)[number], string>> {
  /** Where no months are chosen. */
  period?: ReportPeriod;
}

/** Reads an address; what is missing, malformed or the default is left out. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const period = REPORT_PERIODS.find((value) => value === String(raw['period']));
  const search: ReportSearch = period === undefined || period === REPORT_PERIODS[0] ? {} : { period };
  for (const name of TEXTS) {
    const text = raw[name];
    if (typeof text === 'string') search[name] = text;
  }
  return search;
}
