import type { RefusalName } from '../../intake/intake-refusal.ts';
import { officeProblem } from '../../intake/office/office-limits.ts';
import { serveWorker } from '../../workers/serve-worker.ts';
import { fillWord, type WordFilling } from './fill-word.ts';
import { readWord, type WordContent } from './read-word.ts';
import type { ClauseAnswers } from './word-clauses.ts';
import { XmlError, type XmlFault } from './xml-tree.ts';

export type WordTask =
  | { kind: 'read'; file: Uint8Array; answers: ClauseAnswers | undefined }
  | { kind: 'fill'; file: Uint8Array; filling: WordFilling; maxCharacters: number };

export type WordAnswer =
  | { kind: 'refused'; refusal: RefusalName }
  | ({ kind: 'read' } & WordContent)
  /** Undefined when the texts come to more than the task allows. */
  | { kind: 'filled'; file: Uint8Array | undefined };

const REFUSED: Readonly<Record<XmlFault, RefusalName>> = {
  malformed: 'officeDamaged',
  doctype: 'officeEntities',
  deep: 'officeTooHeavy',
};

serveWorker(async (task: WordTask): Promise<WordAnswer> => {
  const file = Buffer.from(task.file.buffer, task.file.byteOffset, task.file.length);
  try {
    if (task.kind === 'fill')
      return { kind: 'filled', file: fillWord(file, task.filling, task.maxCharacters) };
    const refusal = officeProblem(file);
    return refusal === undefined
      ? { kind: 'read', ...readWord(file, task.answers) }
      : { kind: 'refused', refusal };
  } catch (error) {
    if (error instanceof XmlError) return { kind: 'refused', refusal: REFUSED[error.fault] };
    throw error;
  }
});
