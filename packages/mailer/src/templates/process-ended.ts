import type { Block } from './block.ts';
import { renderEmail } from './email.ts';
import type { RenderedEmail } from './email.ts';
import { documentsTitle, processFacts } from './format.ts';

interface ProcessEnded {
  recipientName: string;
  companyName: string;
  summary: string;
  /** Those that ended. */
  documents: readonly string[];
  /** Where the recipient sees the process, if they may. */
  link?: string;
}

export interface ProcessRejected extends ProcessEnded {
  /** Who rejected. */
  rejectedBy: string;
  reason: string;
}

export interface ProcessCanceled extends ProcessEnded {
  /** Who canceled. */
  canceledBy: string;
  reason?: string;
  /** Some of the documents, or all that was still pending. */
  scope: 'documents' | 'process';
}

export function processRejected(rejected: ProcessRejected): RenderedEmail {
  return renderEmail({
    subject: `Assinatura recusada: ${rejected.summary}`,
    preview: `${rejected.rejectedBy} recusou assinar.`,
    title: 'A assinatura foi recusada',
    recipientName: rejected.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [{ strong: rejected.rejectedBy }, ' recusou assinar pelo motivo abaixo.'],
      },
      { kind: 'quote', title: 'Motivo', text: rejected.reason },
      ...ending(rejected),
    ],
    because: 'Você recebeu esta mensagem porque participa deste processo.',
  });
}

export function processCanceled(canceled: ProcessCanceled): RenderedEmail {
  const { scope, documents, reason } = canceled;
  const one = documents.length === 1;
  const title = one ? 'Um documento foi cancelado' : `${documents.length} documentos foram cancelados`;
  const subject = one ? 'Documento cancelado' : 'Documentos cancelados';
  return renderEmail({
    subject: `${scope === 'process' ? 'Processo cancelado' : subject}: ${canceled.summary}`,
    preview: 'Você não precisa mais assinar.',
    title: scope === 'process' ? 'O processo foi cancelado' : title,
    recipientName: canceled.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          { strong: canceled.canceledBy },
          scope === 'process' ? ' cancelou o processo.' : ' cancelou parte do processo.',
          ' O cancelamento é definitivo, e você não precisa fazer mais nada.',
        ],
      },
      ...(reason ? [{ kind: 'quote', title: 'Motivo', text: reason } as const] : []),
      ...ending(canceled),
    ],
    because: 'Você recebeu esta mensagem porque participava deste processo.',
  });
}

function ending(ended: ProcessEnded): Block[] {
  const { documents, link } = ended;
  const blocks: Block[] = [
    { kind: 'facts', rows: processFacts(ended) },
    { kind: 'list', title: documentsTitle(documents), items: documents },
  ];
  if (link !== undefined) blocks.push({ kind: 'button', label: 'Ver processo', link });
  return blocks;
}
