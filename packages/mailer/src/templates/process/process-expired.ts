import type { Language } from '@lacre/contracts/languages';

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

interface Words {
  subject: string;
  preview: string;
  title: string;
  toRequester: string;
  toRequesterOfMany: string;
  toParticipant: string;
  toParticipantOfMany: string;
  open: string;
  because: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    subject: 'Prazo encerrado',
    preview: 'O prazo para assinar terminou.',
    title: 'O prazo para assinar terminou',
    toRequester:
      'Nem todos assinaram o documento abaixo a tempo. O crédito reservado para ele voltou ao saldo.',
    toRequesterOfMany:
      'Nem todos assinaram os documentos abaixo a tempo. Os créditos reservados para eles voltaram ao saldo.',
    toParticipant:
      'Não é mais possível assinar o documento abaixo. Se ainda for preciso, peça um novo convite a quem o enviou.',
    toParticipantOfMany:
      'Não é mais possível assinar os documentos abaixo. Se ainda for preciso, peça um novo convite a quem os enviou.',
    open: 'Ver processo',
    because: 'Você recebeu esta mensagem porque participa deste processo.',
  },
  en: {
    subject: 'Deadline passed',
    preview: 'The deadline to sign has passed.',
    title: 'The deadline to sign has passed',
    toRequester:
      'Not all signed the document below in time. The credit reserved for it went back to the balance.',
    toRequesterOfMany:
      'Not all signed the documents below in time. The credits reserved for them went back to the balance.',
    toParticipant:
      'The document below can no longer be signed. If it is still needed, ask whoever sent it for a new invitation.',
    toParticipantOfMany:
      'The documents below can no longer be signed. If they are still needed, ask whoever sent them for a new invitation.',
    open: 'See the process',
    because: 'You received this message because you take part in this process.',
  },
  es: {
    subject: 'Plazo terminado',
    preview: 'El plazo para firmar terminó.',
    title: 'El plazo para firmar terminó',
    toRequester: 'No todos firmaron a tiempo el documento de abajo. El crédito reservado volvió al saldo.',
    toRequesterOfMany:
      'No todos firmaron a tiempo los documentos de abajo. Los créditos reservados volvieron al saldo.',
    toParticipant:
      'Ya no es posible firmar el documento de abajo. Si todavía hace falta, pida una nueva invitación a quien lo envió.',
    toParticipantOfMany:
      'Ya no es posible firmar los documentos de abajo. Si todavía hace falta, pida una nueva invitación a quien los envió.',
    open: 'Ver el proceso',
    because: 'Recibió este mensaje porque participa en este proceso.',
  },
};

export function processExpired(expired: ProcessExpired): RenderedEmail {
  const { documents, toRequester, language = 'pt-BR' } = expired;
  const words = WORDS[language];
  const one = documents.length === 1;
  const told = toRequester
    ? one
      ? words.toRequester
      : words.toRequesterOfMany
    : one
      ? words.toParticipant
      : words.toParticipantOfMany;
  return renderEmail({
    subject: `${words.subject}: ${expired.summary}`,
    preview: words.preview,
    title: words.title,
    sender: expired.sender,
    recipientName: expired.recipientName,
    language,
    blocks: [
      { kind: 'paragraph', content: [told] },
      { kind: 'facts', rows: processFacts(expired) },
      { kind: 'list', title: documentsTitle(documents, language), items: documents },
      ...(toRequester ? [{ kind: 'button', label: words.open, link: expired.link } as const] : []),
    ],
    because: words.because,
  });
}
