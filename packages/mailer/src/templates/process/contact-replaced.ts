import type { Language } from '@lacre/contracts/languages';

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

interface Words {
  subject: string;
  preview: string;
  title: string;
  /** Before the former contact, between it and the new one, and after. */
  moved: readonly [string, string, string];
  at: string;
  by: string;
  reason: string;
  notAsked: string;
  warn: string;
  because: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    subject: 'O contato da sua assinatura foi trocado',
    preview: 'Confira se a troca foi combinada com você.',
    title: 'O contato da sua assinatura foi trocado',
    moved: [
      'Os códigos e as mensagens deste processo deixaram de vir para ',
      ' e passaram a ir para ',
      '. A troca fica registrada no processo e nas evidências do documento.',
    ],
    at: 'Momento',
    by: 'Trocado por',
    reason: 'Motivo',
    notAsked: 'Você não pediu esta troca?',
    warn: ' Avise agora mesmo quem pediu a assinatura: com o novo contato, outra pessoa poderia assinar no seu nome. As sessões e os dispositivos ligados ao contato anterior já foram encerrados.',
    because: 'Você recebeu esta mensagem porque este era, até agora, o contato da sua assinatura.',
  },
  en: {
    subject: 'The contact of your signature was changed',
    preview: 'Check that the change was agreed with you.',
    title: 'The contact of your signature was changed',
    moved: [
      'Codes and messages of this process no longer come to ',
      ' and now go to ',
      '. The change is recorded in the process and in the evidence of the document.',
    ],
    at: 'When',
    by: 'Changed by',
    reason: 'Reason',
    notAsked: 'You did not ask for this change?',
    warn: ' Tell the person who asked for the signature right away: with the new contact, somebody else could sign in your name. Sessions and devices of the former contact have been ended.',
    because: 'You received this message because this was, until now, the contact of your signature.',
  },
  es: {
    subject: 'El contacto de su firma fue cambiado',
    preview: 'Confirme si el cambio fue acordado con usted.',
    title: 'El contacto de su firma fue cambiado',
    moved: [
      'Los códigos y los mensajes de este proceso dejaron de llegar a ',
      ' y ahora van a ',
      '. El cambio queda registrado en el proceso y en las evidencias del documento.',
    ],
    at: 'Momento',
    by: 'Cambiado por',
    reason: 'Motivo',
    notAsked: '¿No pidió este cambio?',
    warn: ' Avise ahora mismo a quien pidió la firma: con el nuevo contacto, otra persona podría firmar en su nombre. Las sesiones y los dispositivos del contacto anterior ya fueron cerrados.',
    because: 'Recibió este mensaje porque este era, hasta ahora, el contacto de su firma.',
  },
};

/** To the former e-mail of a participant: codes and messages of this process go elsewhere from now on. */
export function contactReplaced(replaced: ContactReplaced): RenderedEmail {
  const { documents, former, current, by, reason, at, language = 'pt-BR' } = replaced;
  const words = WORDS[language];
  const [before, between, after] = words.moved;
  return renderEmail({
    subject: `${words.subject}: ${replaced.summary}`,
    preview: words.preview,
    title: words.title,
    sender: replaced.sender,
    recipientName: replaced.recipientName,
    language,
    blocks: [
      {
        kind: 'paragraph',
        content: [before, { strong: former }, between, { strong: current }, after],
      },
      {
        kind: 'facts',
        rows: [
          ...processFacts(replaced),
          { label: words.at, value: formatMoment(at, language) },
          ...(by === undefined ? [] : [{ label: words.by, value: by }]),
          { label: words.reason, value: reason },
        ],
      },
      { kind: 'list', title: documentsTitle(documents, language), items: documents },
      { kind: 'note', content: [{ strong: words.notAsked }, words.warn] },
    ],
    because: words.because,
  });
}
