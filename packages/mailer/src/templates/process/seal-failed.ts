import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, processFacts } from '../format.ts';

export interface SealFailed extends Addressed {
  companyName: string;
  summary: string;
  /** Those that can never be sealed. */
  documents: readonly string[];
  /** Why, and the way on. */
  reason: string;
  link: string;
}

/** To the requester: all signed, and the seal cannot be made. */
export function sealFailed(failed: SealFailed): RenderedEmail {
  const { documents, reason, link } = failed;
  return renderEmail({
    subject: `Documento sem selo: ${failed.summary}`,
    preview: 'O documento foi assinado, mas não pôde ser selado. O crédito voltou para a conta.',
    title: 'O documento não pôde ser selado',
    sender: failed.sender,
    recipientName: failed.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'Todos assinaram, mas o selo não pôde ser aplicado, e tentar de novo não resolve. ',
          'As assinaturas continuam registradas no processo, e o crédito voltou para a conta.',
        ],
      },
      { kind: 'quote', title: 'Motivo', text: reason },
      { kind: 'facts', rows: processFacts(failed) },
      { kind: 'list', title: documentsTitle(documents), items: documents },
      { kind: 'button', label: 'Ver processo', link },
    ],
    because: 'Você recebeu esta mensagem porque pediu estas assinaturas.',
  });
}
