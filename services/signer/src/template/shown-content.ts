import type { BlobStore } from '@lacre/blob-store';
import { placeholdersIn, valueFormatOf, withClauses, type TemplateContent } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { ClauseAnswers } from './word/word-clauses.ts';
import type { WordFiller } from './word/word-filler.ts';

export interface ShowingParts {
  words: Pick<WordFiller, 'read'>;
  blobs: BlobStore;
}

type ShownContent = { placeholders: readonly string[] } & (
  | { kind: 'text'; title: string; text: string }
  | { kind: 'word'; name: string; source: Buffer }
);

/** What decides the clauses, of all values that were typed. */
export const answersIn = (values: ReadonlyMap<string, string>): ClauseAnswers =>
  Object.fromEntries(
    [...values]
      .filter(([name]) => valueFormatOf(name) === 'simnao')
      .map(([name, value]) => [name, value === 'sim']),
  );

/**
 * What a use of the template shows: with the clauses that are taken in, and what these are filled with.
 *
 * @returns also the yes or no that is missing: what hangs on it is left out meanwhile
 * @throws Refusal TEMPLATE_PDF_GENERATION when the Word document cannot be read any more
 */
export async function shownContent(
  { words, blobs }: ShowingParts,
  content: Exclude<TemplateContent, { kind: 'pdf' }>,
  values: ReadonlyMap<string, string>,
): Promise<{ shown: ShownContent; undecided: string[] }> {
  const answers = answersIn(values);
  if (content.kind === 'text') {
    const undecided = new Set<string>();
    const answer = (field: string): boolean => {
      if (answers[field] === undefined) undecided.add(field);
      return answers[field] ?? false;
    };
    const [title, text] = [withClauses(content.title, answer), withClauses(content.text, answer)];
    const placeholders = placeholdersIn(`${title}\n${text}`);
    return { shown: { kind: 'text', title, text, placeholders }, undecided: [...undecided] };
  }
  const source = await blobs.read(content.sourceSha256);
  const read = await words.read(source, answers).catch((cause: unknown) => {
    throw new Refusal('TEMPLATE_PDF_GENERATION', { cause });
  });
  if ('refusal' in read) throw new Refusal('TEMPLATE_PDF_GENERATION');
  const { placeholders, undecided } = read;
  return { shown: { kind: 'word', name: content.name, source, placeholders }, undecided };
}
