import type { Addressed, Block } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';

interface ProcessEnded extends Addressed {
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
  /** Only for the requester; the others get the refusal alone. */
  reason?: string;
  /** The documents go on with the others, who are enough. */
  goesOn: boolean;
}

export interface ProcessCanceled extends ProcessEnded {
  /** Who canceled. */
  canceledBy: string;
  reason?: string;
  /** Some of the documents, or all that was still pending. */
  scope: 'documents' | 'process';
}

export function processRejected(rejected: ProcessRejected): RenderedEmail {
  const { rejectedBy, reason, goesOn, documents } = rejected;
  const one = documents.length === 1;
  return renderEmail({
    subject: `Assinatura recusada: ${rejected.summary}`,
    preview: `${rejectedBy} recusou assinar.`,
    title: 'A assinatura foi recusada',
    sender: rejected.sender,
    recipientName: rejected.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          { strong: rejectedBy },
          reason ? ' recusou assinar pelo motivo abaixo.' : ' recusou assinar.',
        ],
      },
      ...(reason ? [{ kind: 'quote', title: 'Motivo', text: reason } as const] : []),
      { kind: 'paragraph', content: [consequence(goesOn, one)] },
      ...ending(rejected),
    ],
    because: 'Você recebeu esta mensagem porque participa deste processo.',
  });
}

function consequence(goesOn: boolean, one: boolean): string {
  if (goesOn)
    return one
      ? 'Os demais participantes bastam: o documento continua recebendo assinaturas.'
      : 'Os demais participantes bastam: os documentos continuam recebendo assinaturas.';
  return one
    ? 'Com isso, o documento foi encerrado sem o selo e não recebe mais assinaturas.'
    : 'Com isso, os documentos foram encerrados sem o selo e não recebem mais assinaturas.';
}

/** To the participant who rejected: a confirmation. */
export function rejectionRecorded(recorded: ProcessEnded & { reason: string; at: Date }): RenderedEmail {
  return renderEmail({
    subject: `Recusa registrada: ${recorded.summary}`,
    preview: 'Registramos que você recusou assinar.',
    title: 'Sua recusa foi registrada',
    sender: recorded.sender,
    recipientName: recorded.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'Você recusou assinar em ',
          { strong: formatMoment(recorded.at) },
          '. Quem pediu a assinatura já foi avisado do motivo.',
        ],
      },
      { kind: 'quote', title: 'Motivo informado', text: recorded.reason },
      ...ending(recorded),
    ],
    because: 'Você recebeu esta mensagem como comprovante da sua recusa.',
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
    sender: canceled.sender,
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
