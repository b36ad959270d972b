import { folded } from '@lacre/contracts';
import { sql, type Expression, type SqlBool } from 'kysely';

const pattern = (term: string): string => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** CPF and CNPJ are kept bare: a term with a digit is also looked for without their punctuation. */
function spellings(term: string): string[] {
  const bare = term.replaceAll(/[./-]/g, '');
  return /\d/.test(term) && bare !== '' && bare !== term ? [term, bare] : [term];
}

/** The words of a search, without accents and capitals. */
export const termsOf = (search: string | undefined): string[] =>
  folded(search ?? '')
    .split(/\s+/)
    .filter((term) => term !== '');

/** Rows of a small list whose text holds every word; undefined when there is nothing to search for. */
export function holdsEveryWord(column: string, search: string | undefined): Expression<SqlBool> | undefined {
  const terms = termsOf(search);
  if (terms.length === 0) return undefined;
  const conditions = terms.map((term) => sql`${sql.ref(column)} like ${pattern(term)}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Patterns of each word of a search, one of which is to be met; undefined when there is nothing to search for.
 */
export const patternsOf = (search: string | undefined): string[][] | undefined => {
  const terms = termsOf(search);
  return terms.length === 0 ? undefined : terms.map((term) => spellings(term).map(pattern));
};

/** Read models that can be searched, each with its key. */
const KEYS = {
  company: 'company_id',
  template: 'template_id',
  envelope: 'envelope_id',
  signer_group: 'signer_group_id',
} as const;

/**
 * Rows whose searched text holds every word; undefined when there is nothing to search for. Found through the
 * projector's functions, since a `like` of this role's own could use no index under row-level security.
 */
export function matching(
  model: keyof typeof KEYS,
  search: string | undefined,
): Expression<SqlBool> | undefined {
  const terms = termsOf(search);
  if (terms.length === 0) return undefined;
  const found = sql.raw(`read.${model}_found`);
  const conditions = terms.map((term) => {
    const hits = spellings(term).map((spelling) => sql`select ${found}(${pattern(spelling)})`);
    return sql`${sql.ref(KEYS[model])} in (${sql.join(hits, sql` union `)})`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
