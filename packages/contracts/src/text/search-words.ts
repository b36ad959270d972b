/**
 * Words by which processes are found. What is kept and what is asked for go through the same functions: the projector
 * writes by them and the query service asks by them.
 */

/** Letters without accents, in lower case: `São João` → `sao joao`, so that a search finds either spelling. */
export const folded = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

// Most texts are of these alone, and are done with in a tenth of the time.
const ASCII = /^[\0-\x7F]*$/;
const BETWEEN_ASCII_WORDS = /[^a-z\d]+/;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

const split = (text: string): string[] => text.split(ASCII.test(text) ? BETWEEN_ASCII_WORDS : BETWEEN_WORDS);

/** Every word once: runs of letters and digits, folded. */
export const wordsOf = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => split(folded(text))).filter((word) => word !== '')),
];

/** Digits of a tenant's id before its words: an index of all tenants then holds each one's words apart. */
const TENANT_DIGITS = 4;
const ofTenant = (tenantId: string, text: string): string => `'${tenantId.slice(0, TENANT_DIGITS)}${text}'`;

/** A word as the index keeps it: Postgres's spelling of a lexeme. */
export const wordLexeme = (tenantId: string, word: string): string => ofTenant(tenantId, `:${word}`);
/** A tag, by which a process is found without a word of it: tags are renamed. */
export const tagLexeme = (tenantId: string, tagId: string): string => ofTenant(tenantId, `#${tagId}`);

/**
 * What to look for, as Postgres's `tsquery`: rows that have, for each term of the search, words beginning with the
 * term's own or one of the tags that match it. Numbers are also looked for without their punctuation, as CPF and CNPJ
 * are kept. Undefined when nothing is asked for.
 *
 * @param tagsOf ids of the tags that one term matches. @param withTag only what carries this tag.
 */
export function searchQuery(
  tenantId: string,
  {
    search,
    tagsOf,
    withTag,
  }: { search?: string; tagsOf: (words: readonly string[]) => string[]; withTag?: string },
): string | undefined {
  const terms = (search ?? '').split(/\s+/).filter((term) => term !== '');
  const conditions = terms.map((term) => {
    const words = wordsOf(term);
    const bare = /\d/.test(term) && words.length > 1 ? [[words.join('')]] : [];
    const spellings = [...(words.length > 0 ? [words] : []), ...bare].map((spelling) =>
      spelling.map((word) => `${wordLexeme(tenantId, word)}:*`).join(' & '),
    );
    const tags = tagsOf(words).map((tagId) => tagLexeme(tenantId, tagId));
    // A term without a letter or digit is in nothing.
    return [...spellings, ...tags, ...(words.length === 0 ? [ofTenant(tenantId, '!')] : [])]
      .map((alternative) => `(${alternative})`)
      .join(' | ');
  });
  if (withTag !== undefined) conditions.push(tagLexeme(tenantId, withTag));
  return conditions.length === 0 ? undefined : conditions.map((one) => `(${one})`).join(' & ');
}
