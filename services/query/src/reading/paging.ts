export interface Page {
  page: number;
  pageSize: number;
}

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize;

/** The count query's answer: pg gives a count as bigint. */
export const totalOf = (row: { total: bigint | number | string } | undefined): number =>
  Number(row?.total ?? 0);
