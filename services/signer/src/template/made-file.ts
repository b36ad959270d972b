import { createHash } from 'node:crypto';

import { Refusal } from '@lacre/http';

import type { ReceivedFile } from '../intake/receive-file.ts';
import { MAX_FILLED, tooLong, type FilledContent } from './fill-template.ts';
import type { TextRenderer } from './text-renderer.ts';
import type { WordFiller } from './word/word-filler.ts';

interface MakingParts {
  texts: Pick<TextRenderer, 'render'>;
  words: Pick<WordFiller, 'fill'>;
}

/**
 * The file that a filled template makes, as if it had been sent: a text as a PDF, a Word document as it is.
 *
 * @throws Refusal TEMPLATE_PDF_GENERATION, CLASS_VALIDATION_ERROR when it is too long
 * @throws the signal's reason when it was given up
 */
export async function madeFile(
  { texts, words }: MakingParts,
  content: FilledContent,
  signal?: AbortSignal,
): Promise<ReceivedFile> {
  try {
    if (content.kind === 'text') {
      const pdf = await texts.render(content.document, signal);
      return fileOf(`${content.document.title}.pdf`, Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length));
    }
    const filled = await words.fill(content.source, content.filling, { maxCharacters: MAX_FILLED, signal });
    if (filled === undefined) throw tooLong();
    return fileOf(content.name, filled);
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof Refusal ? cause : new Refusal('TEMPLATE_PDF_GENERATION', { cause });
  }
}

const fileOf = (sentName: string, bytes: Buffer): ReceivedFile => ({
  sentName,
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
