/** Apart from what is asked for, so that reading an address needs no more. */
export const PROCESS_FILTERS = ['all', 'pending', 'finished', 'rejected', 'canceled'] as const;
export type ProcessFilter = (typeof PROCESS_FILTERS)[number];
