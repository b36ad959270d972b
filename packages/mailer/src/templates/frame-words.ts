import type { Language } from '@lacre/contracts/languages';

import type { Email } from './block.ts';

export interface FrameWords {
  greeting: string;
  /** Before the account's name. */
  sentBy: string;
  /** Before the platform's. */
  by: string;
  product: string;
  /** Before the address that a button leads to. */
  orCopy: string;
}

/** What stands around every message. */
export const FRAME_WORDS: Readonly<Record<Language, FrameWords>> = {
  'pt-BR': {
    greeting: 'Olá',
    sentBy: 'Enviado por',
    by: 'pelo',
    product: 'Assinatura eletrônica de documentos',
    orCopy: 'Se o botão não abrir, copie este endereço no navegador:',
  },
  en: {
    greeting: 'Hello',
    sentBy: 'Sent by',
    by: 'through',
    product: 'Electronic signature of documents',
    orCopy: 'If the button does not open, copy this address into the browser:',
  },
  es: {
    greeting: 'Hola',
    sentBy: 'Enviado por',
    by: 'mediante',
    product: 'Firma electrónica de documentos',
    orCopy: 'Si el botón no abre, copie esta dirección en el navegador:',
  },
};

export const languageOfEmail = ({ language }: Pick<Email, 'language'>): Language => language ?? 'pt-BR';
