import { sql } from 'kysely';

/** For a column of ids: any of these, as one parameter, so that the statement has one text whatever their number. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
