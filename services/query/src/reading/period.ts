import { TIME_ZONE } from '@lacre/contracts';
import { sql, type Expression, type SqlBool } from 'kysely';

/** A period of whole days, as people in Brasília mean them. */
export interface Period {
  initialDate?: string | undefined;
  endDate?: string | undefined;
}

/** Moments from the first moment of the first day to the last of the last. */
export const within = (column: string, { initialDate, endDate }: Period): Expression<SqlBool> => {
  const at = sql.ref(column);
  const conditions = [
    sql`true`,
    ...(initialDate === undefined
      ? []
      : [sql`${at} >= (${initialDate}::date)::timestamp at time zone ${TIME_ZONE}`]),
    ...(endDate === undefined
      ? []
      : [sql`${at} < (${endDate}::date + 1)::timestamp at time zone ${TIME_ZONE}`]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
};
