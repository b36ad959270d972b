import type { AnswerOf } from '@lacre/client';
import { UPLOAD_EXTENSIONS } from '@lacre/contracts/limits';

type Extension = AnswerOf<'uploadOptions'>['kinds'][number]['extension'];

const MEDIA_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const satisfies Record<Extension, string>;

/** `PDF, DOC, DOCX ou ODT` */
export const ANY_KIND = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(
  UPLOAD_EXTENSIONS.map((extension) => extension.toUpperCase()),
);

export interface TakenKinds {
  /** What a drop zone says, before a file is chosen. */
  taken: string;
  /** What to do with the kinds that cannot be taken here. */
  advice: string | undefined;
  /** What the dialog for files offers: extensions by media type. */
  accept: Record<string, string[]>;
}

/** The kinds of files that this installation takes; while that is not known, those that may be taken. */
export function takenKinds(options: AnswerOf<'uploadOptions'> | undefined): TakenKinds {
  const isUnavailable = options?.kinds.some(({ available }) => !available) ?? false;
  return isUnavailable
    ? {
        taken: 'Só PDF',
        advice: 'Este servidor não converte DOC, DOCX e ODT: salve-os como PDF antes de enviar.',
        accept: acceptOf(['pdf']),
      }
    : {
        taken: ANY_KIND,
        advice: undefined,
        accept: acceptOf(UPLOAD_EXTENSIONS),
      };
}

const acceptOf = (extensions: readonly Extension[]): Record<string, string[]> =>
  Object.fromEntries(extensions.map((extension) => [MEDIA_TYPES[extension], [`.${extension}`]]));

/** What the dialog offers where placeholders are filled in a document of Word. */
export const WORD_ONLY = acceptOf(['docx']);

export const isPdfName = (name: string): boolean => name.toLowerCase().endsWith('.pdf');

/** How far a file is on its way: `sent` from 0 to 1, and what the server does once it has it all. */
export function sendingText(name: string, sent: number): string {
  if (sent < 1) return `Enviando, ${Math.round(sent * 100)}%`;
  return isPdfName(name) ? 'Conferindo o arquivo…' : 'Convertendo para PDF…';
}
