import { eventDescriptions, folded, searchQuery, TENANT_HISTORY, type EventType } from '@lacre/contracts';
import { sql } from 'kysely';

import type { Reader } from '../reading/read-models.ts';
import { holdsEveryWord, matching, patternsOf, termsOf } from '../reading/search.ts';

/** Names of one register that are followed into the record; of more the search is said to be partial. */
const FOLLOWED = 50;

/** Whom and what a search names, by ids. */
export interface FoundNames {
  /** Users and persons. */
  people: string[];
  companies: string[];
  processes: string[];
  /** Some names were left out. */
  isPartial: boolean;
}

/**
 * What the registers have by the words of a search. The record itself holds ids alone: names stand in the registers, and
 * go from there when they are erased.
 */
export async function namesFound(db: Reader, tenantId: string, search: string): Promise<FoundNames> {
  const patterns = patternsOf(search);
  if (patterns === undefined) return { people: [], companies: [], processes: [], isPartial: false };
  const most = FOLLOWED + 1;
  const [users, persons, companies, processes] = await Promise.all([
    db
      .selectFrom('read.user_account')
      .select('user_id as id')
      .where(holdsEveryWord('search_text', search) ?? sql<boolean>`true`)
      .orderBy('sort_name')
      .limit(most)
      .execute(),
    idsOf(
      sql`select person_id as id from read.person_page(${JSON.stringify(patterns)}::jsonb, ${most}::integer, 0)`,
      db,
    ),
    db
      .selectFrom('read.company')
      .select('company_id as id')
      .where(matching('company', search) ?? sql<boolean>`true`)
      .limit(most)
      .execute(),
    idsOf(
      sql`select process_id as id from read.process_page(${searchQuery(tenantId, { search, tagsOf: () => [] }) ?? null},
        null, null, null, null, ${most}::integer, 0)`,
      db,
    ),
  ]);
  const first = (found: readonly { id: string }[]) => found.slice(0, FOLLOWED).map(({ id }) => id);
  return {
    people: [...first(users), ...first(persons)],
    companies: first(companies),
    processes: first(processes),
    isPartial: [users, persons, companies, processes].some((found) => found.length > FOLLOWED),
  };
}

async function idsOf(
  query: ReturnType<typeof sql<{ id: string | null }>>,
  db: Reader,
): Promise<{ id: string }[]> {
  const { rows } = await query.execute(db);
  // Of nothing found the function gives the total, in a row of its own.
  return rows.flatMap(({ id }) => (id === null ? [] : [{ id }]));
}

/** Whether a text that people read holds every word of a search. */
export const saysAll = (text: string, search: string): boolean => {
  const words = termsOf(search);
  return words.length > 0 && words.every((word) => folded(text).includes(word));
};

/** The events of the history whose words hold every word of a search: `convidou`. */
export const typesSaid = (search: string): EventType[] =>
  TENANT_HISTORY.filter((type) => saysAll(eventDescriptions[type]?.history?.[1] ?? '', search));
