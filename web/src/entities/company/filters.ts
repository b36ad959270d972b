/** Apart from what is asked for, so that reading an address needs no more. */
export const COMPANY_FILTERS = ['all', 'active', 'inactive'] as const;
export type CompanyFilter = (typeof COMPANY_FILTERS)[number];
