import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, processFacts } from '../format.ts';

export interface ParticipantReplaced extends Addressed {
  requesterName: string;
  companyName: string;
  summary: string;
  /** Those that another signs now. */
  documents: readonly string[];
}

/** To a replaced participant, who is no longer asked to sign. */
export function participantReplaced(replaced: ParticipantReplaced): RenderedEmail {
  const { documents, requesterName } = replaced;
  return renderEmail({
    subject: `Você não precisa mais assinar: ${replaced.summary}`,
    preview: 'Outra pessoa foi indicada no seu lugar.',
    title: 'Você não precisa mais assinar',
    sender: replaced.sender,
    recipientName: replaced.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'Outra pessoa foi indicada para assinar no seu lugar. O convite que você recebeu deixou de valer, e você não precisa fazer mais nada.',
        ],
      },
      { kind: 'facts', rows: processFacts(replaced) },
      { kind: 'list', title: documentsTitle(documents), items: documents },
      {
        kind: 'note',
        content: ['Em caso de dúvida, fale com quem pediu a assinatura: ', { strong: requesterName }, '.'],
      },
    ],
    because: 'Você recebeu esta mensagem porque tinha sido indicado para assinar.',
  });
}
