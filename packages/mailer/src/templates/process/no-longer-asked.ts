import type { Language } from '@lacre/contracts/languages';

import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, processFacts } from '../format.ts';

export interface NoLongerAsked extends Addressed {
  requesterName: string;
  companyName: string;
  summary: string;
  /** Those that the recipient need not sign any more. */
  documents: readonly string[];
}

/** Why a participant is no longer asked, in each language. */
export type NoLongerAskedWords = Readonly<
  Record<Language, { subject: string; preview: string; title: string; reason: string }>
>;

const WORDS: Readonly<Record<Language, { doubt: string; because: string }>> = {
  'pt-BR': {
    doubt: 'Em caso de dúvida, fale com quem pediu a assinatura: ',
    because: 'Você recebeu esta mensagem porque tinha sido indicado para assinar.',
  },
  en: {
    doubt: 'If you have questions, talk to the person who asked for the signature: ',
    because: 'You received this message because you had been named as a signer.',
  },
  es: {
    doubt: 'Si tiene dudas, hable con quien pidió la firma: ',
    because: 'Recibió este mensaje porque había sido indicado para firmar.',
  },
};

/** To a participant who is no longer asked to sign, with the reason in the words given. */
export function noLongerAsked(
  { sender, recipientName, requesterName, documents, language = 'pt-BR', ...facts }: NoLongerAsked,
  reasons: NoLongerAskedWords,
): RenderedEmail {
  const words = reasons[language];
  const { doubt, because } = WORDS[language];
  return renderEmail({
    subject: `${words.subject}: ${facts.summary}`,
    preview: words.preview,
    title: words.title,
    sender,
    recipientName,
    language,
    blocks: [
      { kind: 'paragraph', content: [words.reason] },
      { kind: 'facts', rows: processFacts({ ...facts, language }) },
      { kind: 'list', title: documentsTitle(documents, language), items: documents },
      { kind: 'note', content: [doubt, { strong: requesterName }, '.'] },
    ],
    because,
  });
}
