import type { AnswerOf } from '@lacre/client';

/** What a drop zone says of the kinds of files, before one is chosen; while it is not known, what may be taken. */
export function kindsText(options: AnswerOf<'uploadOptions'> | undefined): {
  taken: string;
  /** What to do with the kinds that cannot be taken here. */
  advice: string | undefined;
} {
  const isUnavailable = options?.kinds.some(({ available }) => !available) ?? false;
  return isUnavailable
    ? {
        taken: 'Só PDF',
        advice: 'Este servidor não converte DOC, DOCX e ODT: salve-os como PDF antes de enviar.',
      }
    : { taken: 'PDF, DOC, DOCX ou ODT', advice: undefined };
}
