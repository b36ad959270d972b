import type { Language } from '@lacre/contracts/languages';

import type { Email } from './block.ts';

interface FrameWords {
  greeting: string;
  /** Before the account's name. */
  sentBy: string;
  /** Before the platform's. */
  by: string;
  product: string;
}

/** What stands around every message. */
export const FRAME_WORDS: Readonly<Record<Language, FrameWords>> = {
  'pt-BR': {
    greeting: 'Olá',
    sentBy: 'Enviado por',
    by: 'pelo',
    product: 'Assinatura eletrônica de documentos',
  },
  en: { greeting: 'Hello', sentBy: 'Sent by', by: 'through', product: 'Electronic signature of documents' },
  es: { greeting: 'Hola', sentBy: 'Enviado por', by: 'mediante', product: 'Firma electrónica de documentos' },
};

export const languageOfEmail = ({ language }: Pick<Email, 'language'>): Language => language ?? 'pt-BR';
