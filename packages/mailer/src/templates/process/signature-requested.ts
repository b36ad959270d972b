import type { Addressed, Block } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';

/** What the messages that ask for a signature say. */
export interface SignatureRequest extends Addressed {
  /** Who asks. */
  requesterName: string;
  companyName: string;
  summary: string;
  documents: readonly string[];
  /** Where the recipient reads and signs. */
  link: string;
  deadline?: Date;
}

const PERSONAL: Block = {
  kind: 'note',
  content: [
    'Antes de assinar, você confirma quem é com o seu CPF e um código que enviamos na hora. Por isso, encaminhar esta mensagem não permite que outra pessoa assine por você.',
  ],
};

export function signatureRequested(request: SignatureRequest): RenderedEmail {
  const one = request.documents.length === 1;
  return renderEmail({
    subject: `Assinatura solicitada: ${request.summary}`,
    preview: `${request.requesterName} pediu a sua assinatura.`,
    title: one ? 'Você tem um documento para assinar' : 'Você tem documentos para assinar',
    sender: request.sender,
    recipientName: request.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [{ strong: request.requesterName }, ' pediu a sua assinatura.'],
      },
      ...particulars(request),
      { kind: 'button', label: 'Ler e assinar', link: request.link },
      PERSONAL,
    ],
    because:
      'Você recebeu esta mensagem porque foi indicado para assinar. Se não reconhece o pedido, ignore-a.',
  });
}

/** To participants who have not signed yet. */
export function signatureReminder(request: SignatureRequest): RenderedEmail {
  const one = request.documents.length === 1;
  return renderEmail({
    subject: `Lembrete: falta a sua assinatura em ${request.summary}`,
    preview: `${request.requesterName} aguarda a sua assinatura.`,
    title: 'Falta a sua assinatura',
    sender: request.sender,
    recipientName: request.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          { strong: request.requesterName },
          one ? ' aguarda a sua assinatura neste documento.' : ' aguarda a sua assinatura nestes documentos.',
        ],
      },
      ...particulars(request),
      { kind: 'button', label: 'Ler e assinar', link: request.link },
      { kind: 'note', content: ['Se você acabou de assinar, desconsidere este lembrete.'] },
      PERSONAL,
    ],
    because: 'Você recebeu esta mensagem porque a sua assinatura está pendente.',
  });
}

function particulars(request: SignatureRequest): Block[] {
  const rows = processFacts(request);
  if (request.deadline) rows.push({ label: 'Assine até', value: formatMoment(request.deadline) });
  return [
    { kind: 'facts', rows },
    { kind: 'list', title: documentsTitle(request.documents), items: request.documents },
  ];
}
