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

/** To a participant who is no longer asked to sign, with the reason in the words given. */
export function noLongerAsked(
  { sender, recipientName, requesterName, documents, ...facts }: NoLongerAsked,
  words: { subject: string; preview: string; title: string; reason: string },
): RenderedEmail {
  return renderEmail({
    subject: `${words.subject}: ${facts.summary}`,
    preview: words.preview,
    title: words.title,
    sender,
    recipientName,
    blocks: [
      { kind: 'paragraph', content: [words.reason] },
      { kind: 'facts', rows: processFacts(facts) },
      { kind: 'list', title: documentsTitle(documents), items: documents },
      {
        kind: 'note',
        content: ['Em caso de dúvida, fale com quem pediu a assinatura: ', { strong: requesterName }, '.'],
      },
    ],
    because: 'Você recebeu esta mensagem porque tinha sido indicado para assinar.',
  });
}
