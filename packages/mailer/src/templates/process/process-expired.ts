import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, processFacts } from '../format.ts';

export interface ProcessExpired extends Addressed {
  companyName: string;
  summary: string;
  /** Those that the deadline closed. */
  documents: readonly string[];
  /** The requester, rather than a participant. */
  toRequester: boolean;
  /** Where the recipient sees the process. */
  link: string;
}

export function processExpired(expired: ProcessExpired): RenderedEmail {
  const { documents, toRequester } = expired;
  const which = documents.length === 1 ? 'o documento abaixo' : 'os documentos abaixo';
  return renderEmail({
    subject: `Prazo encerrado: ${expired.summary}`,
    preview: 'O prazo para assinar terminou.',
    title: 'O prazo para assinar terminou',
    sender: expired.sender,
    recipientName: expired.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: toRequester
          ? [`Nem todos assinaram ${which} a tempo. Os créditos reservados para isso voltaram ao saldo.`]
          : [
              `Não é mais possível assinar ${which}. Se ainda for preciso, peça um novo convite a quem o enviou.`,
            ],
      },
      { kind: 'facts', rows: processFacts(expired) },
      { kind: 'list', title: documentsTitle(documents), items: documents },
      ...(toRequester ? [{ kind: 'button', label: 'Ver processo', link: expired.link } as const] : []),
    ],
    because: 'Você recebeu esta mensagem porque participa deste processo.',
  });
}
