import type { BlobStore } from '@lacre/blob-store';
import {
  danglingReferencesIn,
  placeholdersIn,
  valueFormatOf,
  withClauses,
  withNumbers,
  type TemplateContent,
} from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { ClauseAnswers } from './word/word-clauses.ts';
import type { WordFiller } from './word/word-filler.ts';

export interface ShowingParts {
  words: Pick<WordFiller, 'read'>;
  blobs: BlobStore;
}

/** What each use fills: a text, or a Word document. */
export type FillableContent = Exclude<TemplateContent, { kind: 'pdf' }>;

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
 * What a use of the template shows: with the clauses that are taken in, their numbers, and what these are filled with.
 *
 * @returns also the yes or no that is missing: what hangs on it is left out meanwhile; and references to what is left out
 * @throws Refusal TEMPLATE_PDF_GENERATION when the Word document cannot be read any more
 */
export async function shownContent(
  { words, blobs }: ShowingParts,
  content: FillableContent,
  values: ReadonlyMap<string, string>,
): Promise<{ shown: ShownContent; undecided: string[]; dangling: string[] }> {
  const answers = answersIn(values);
  if (content.kind === 'text') {
    const undecided = new Set<string>();
    const answer = (field: string): boolean => {
      if (answers[field] === undefined) undecided.add(field);
      return answers[field] ?? false;
    };
    const taken = [withClauses(content.title, answer), withClauses(content.text, answer)] as const;
    const [title, text] = [withNumbers(taken[0]), withNumbers(taken[1])];
    const placeholders = placeholdersIn(`${title}\n${text}`);
    const dangling = taken.flatMap(danglingReferencesIn);
    return { shown: { kind: 'text', title, text, placeholders }, undecided: [...undecided], dangling };
  }
  const source = await blobs.read(content.sourceSha256);
  const read = await words.read(source, answers).catch((cause: unknown) => {
    throw new Refusal('TEMPLATE_PDF_GENERATION', { cause });
  });
  if ('refusal' in read) throw new Refusal('TEMPLATE_PDF_GENERATION');
  const { placeholders, undecided } = read;
  return { shown: { kind: 'word', name: content.name, source, placeholders }, undecided, dangling: [] };
}
