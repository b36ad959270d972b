import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, processFacts } from '../format.ts';

export interface SignatureDispensed extends Addressed {
  requesterName: string;
  companyName: string;
  summary: string;
  /** Those that need no more signatories. */
  documents: readonly string[];
}

/** To a signatory who had been asked to sign documents that the minimum of signatories has signed since. */
export function signatureDispensed(dispensed: SignatureDispensed): RenderedEmail {
  const { documents, requesterName } = dispensed;
  return renderEmail({
    subject: `Você foi dispensado de assinar: ${dispensed.summary}`,
    preview: 'O número necessário de representantes já assinou.',
    title: 'Sua assinatura não é mais necessária',
    sender: dispensed.sender,
    recipientName: dispensed.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'O número necessário de representantes da empresa já assinou. Você foi dispensado de assinar e não precisa fazer mais nada.',
        ],
      },
      { kind: 'facts', rows: processFacts(dispensed) },
      { kind: 'list', title: documentsTitle(documents), items: documents },
      {
        kind: 'note',
        content: ['Em caso de dúvida, fale com quem pediu a assinatura: ', { strong: requesterName }, '.'],
      },
    ],
    because: 'Você recebeu esta mensagem porque tinha sido indicado para assinar.',
  });
}
