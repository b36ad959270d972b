import { formatNumber } from '@/lib/format/format.ts';

/** What is counted, for one and for any other number; `{0}` is the number. */
export const counts =
  (one: string, many: string) =>
  (count: number): string =>
    (count === 1 ? one : many).replace('{0}', formatNumber(count));
