import { Refusal } from '@lacre/http';
import { Semaphore } from 'async-mutex';

import { documentName } from '../intake/file-name.ts';
import { REFUSALS } from '../intake/intake-refusal.ts';
import type { OfficeQueue } from '../intake/office/office-queue.ts';
import { refusal } from '../intake/take-in-upload.ts';
import type { FilledContent } from './fill-template.ts';
import { madeFile } from './made-file.ts';
import { TextRenderer } from './text-renderer.ts';
import { WordFiller } from './word/word-filler.ts';

/** Takes the turns of all tenants' previews together: one tenant's among those that convert what is kept. */
const PREVIEWS = 'previews';

/**
 * Makes documents that are only looked at, as `madeFile` makes those that are kept, in processes of its own: nothing
 * that is kept waits for them, but for one conversion at a time.
 */
export class PreviewRenderer {
  readonly words = new WordFiller();
  readonly #texts = new TextRenderer();
  readonly #conversions = new Semaphore(1);
  readonly #office: OfficeQueue;

  constructor(office: OfficeQueue) {
    this.#office = office;
  }

  /**
   * @param signal gives it up: what waits is not begun, what runs for it is ended
   * @throws Refusal TEMPLATE_PDF_GENERATION, CLASS_VALIDATION_ERROR when it is too long, or why it is not converted
   * @throws the signal's reason
   */
  async render(content: FilledContent, signal: AbortSignal): Promise<{ name: string; pdf: Buffer }> {
    const { sentName, bytes } = await madeFile({ texts: this.#texts, words: this.words }, content, signal);
    const name = documentName(sentName);
    if (content.kind === 'text') return { name, pdf: bytes };
    const converted = await this.#conversions.runExclusive(async () => {
      signal.throwIfAborted();
      return this.#office(PREVIEWS, bytes, 'docx', signal);
    });
    if (!converted.ok)
      throw converted.refusal === REFUSALS.officeMissing ? notConverted() : refusal(converted.refusal);
    return { name, pdf: converted.pdf };
  }

  async close(): Promise<void> {
    await Promise.all([this.#texts.close(), this.words.close()]);
  }
}

const notConverted = (): Refusal =>
  new Refusal('UPLOAD_CONVERSOR_SERVICE_ERROR', {
    detail:
      'A prévia de documentos do Word precisa da conversão para PDF, que não está instalada neste servidor. Peça a quem o administra que a instale.',
  });
