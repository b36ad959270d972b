import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';

export interface ContactReplaced extends Addressed {
  companyName: string;
  summary: string;
  /** Those that the participant still has to sign. */
  documents: readonly string[];
  /** Masked, since the mail goes to the former address. */
  former: string;
  current: string;
  /** Who replaced it; undefined when it is not known. */
  by: string | undefined;
  reason: string;
  at: Date;
}

/** To the former e-mail of a participant: codes and messages of this process go elsewhere from now on. */
export function contactReplaced(replaced: ContactReplaced): RenderedEmail {
  const { documents, former, current, by, reason, at } = replaced;
  return renderEmail({
    subject: `O contato da sua assinatura foi trocado: ${replaced.summary}`,
    preview: 'Confira se a troca foi combinada com você.',
    title: 'O contato da sua assinatura foi trocado',
    sender: replaced.sender,
    recipientName: replaced.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'Os códigos e as mensagens deste processo deixaram de vir para ',
          { strong: former },
          ' e passaram a ir para ',
          { strong: current },
          '. A troca fica registrada no processo e nas evidências do documento.',
        ],
      },
      {
        kind: 'facts',
        rows: [
          ...processFacts(replaced),
          { label: 'Momento', value: formatMoment(at) },
          ...(by === undefined ? [] : [{ label: 'Trocado por', value: by }]),
          { label: 'Motivo', value: reason },
        ],
      },
      { kind: 'list', title: documentsTitle(documents), items: documents },
      {
        kind: 'note',
        content: [
          { strong: 'Você não pediu esta troca?' },
          ' Avise agora mesmo quem pediu a assinatura: com o novo contato, outra pessoa poderia assinar no seu nome. As sessões e os dispositivos ligados ao contato anterior já foram encerrados.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque este era, até agora, o contato da sua assinatura.',
  });
}
