import { sql, type Expression, type SqlBool } from 'kysely';

/** Letters without accents, in lower case, as the read models keep what is searched through. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const pattern = (term: string): string => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** CPF and CNPJ are kept bare: a term with a digit is also looked for without their punctuation. */
function spellings(term: string): string[] {
  const bare = term.replaceAll(/[./-]/g, '');
  return /\d/.test(term) && bare !== '' && bare !== term ? [term, bare] : [term];
}

/** Rows whose searched text holds every word; undefined when there is nothing to search for. */
export function matching(column: string, search: string | undefined): Expression<SqlBool> | undefined {
  const terms = folded(search ?? '')
    .split(/\s+/)
    .filter((term) => term !== '');
  if (terms.length === 0) return undefined;
  const conditions = terms.map((term) => {
    const likes = spellings(term).map((spelling) => sql`${sql.ref(column)} like ${pattern(spelling)}`);
    return sql`(${sql.join(likes, sql` or `)})`;
  });
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
