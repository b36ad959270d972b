import { formatDate } from '@/lib/format/format.ts';

/** The day that names a version of the terms, or the month of the first one: "30/11/2026", "11/2026". */
export const termsDate = (version: string): string =>
  version.length > '2026-11'.length
    ? formatDate(`${version}T12:00:00-03:00`)
    : version.split('-').toReversed().join('/');
