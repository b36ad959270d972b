import type { Language } from '@lacre/contracts/languages';

import type { Addressed, Block } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';

interface SignedDocuments extends Addressed {
  companyName: string;
  summary: string;
  /** Those signed by one act. */
  documents: readonly string[];
  at: Date;
  link: string;
}

export interface SignatureRecorded extends SignedDocuments {
  /** Who asked for the signature. */
  requesterName: string;
  /** Browser and system, and the address that the act came from, as far as they are known. */
  device: string | undefined;
  ip: string | undefined;
}

export interface SignatureReceived extends SignedDocuments {
  signerName: string;
  /** Participants who have signed all that is asked of them, of all who are to. */
  progress: { signed: number; all: number };
}

interface Words {
  subject: string;
  preview: string;
  title: string;
  received: string;
  receivedMany: string;
  signedAt: string;
  device: string;
  ip: string;
  follow: string;
  /** Before the name of who asked. */
  notYou: string;
  because: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    subject: 'Assinatura registrada',
    preview: 'Recebemos a sua assinatura.',
    title: 'Sua assinatura foi registrada',
    received:
      'Recebemos a sua assinatura neste documento. Quando todos assinarem, ele recebe o selo eletrônico e avisamos você.',
    receivedMany:
      'Recebemos a sua assinatura nestes documentos. Quando todos assinarem, eles recebem o selo eletrônico e avisamos você.',
    signedAt: 'Assinado em',
    device: 'Dispositivo',
    ip: 'Endereço IP',
    follow: 'Acompanhar',
    notYou: 'Não foi você? Avise quem pediu a assinatura agora mesmo: ',
    because: 'Você recebeu esta mensagem como comprovante da sua assinatura.',
  },
  en: {
    subject: 'Signature recorded',
    preview: 'We received your signature.',
    title: 'Your signature was recorded',
    received:
      'We received your signature on this document. When all have signed, it gets the electronic seal and we let you know.',
    receivedMany:
      'We received your signature on these documents. When all have signed, they get the electronic seal and we let you know.',
    signedAt: 'Signed on',
    device: 'Device',
    ip: 'IP address',
    follow: 'Follow it',
    notYou: 'Was it not you? Tell the person who asked for the signature right away: ',
    because: 'You received this message as a receipt of your signature.',
  },
  es: {
    subject: 'Firma registrada',
    preview: 'Recibimos su firma.',
    title: 'Su firma fue registrada',
    received:
      'Recibimos su firma en este documento. Cuando todos firmen, recibe el sello electrónico y le avisamos.',
    receivedMany:
      'Recibimos su firma en estos documentos. Cuando todos firmen, reciben el sello electrónico y le avisamos.',
    signedAt: 'Firmado el',
    device: 'Dispositivo',
    ip: 'Dirección IP',
    follow: 'Seguir el proceso',
    notYou: '¿No fue usted? Avise ahora mismo a quien pidió la firma: ',
    because: 'Recibió este mensaje como comprobante de su firma.',
  },
};

/** To the signer: the act and where it came from, in case it was not theirs. */
export function signatureRecorded(recorded: SignatureRecorded): RenderedEmail {
  const { documents, requesterName, device, ip, language = 'pt-BR' } = recorded;
  const words = WORDS[language];
  const rows = [
    ...processFacts(recorded),
    { label: words.signedAt, value: formatMoment(recorded.at, language) },
  ];
  if (device !== undefined) rows.push({ label: words.device, value: device });
  if (ip !== undefined) rows.push({ label: words.ip, value: ip });
  return renderEmail({
    subject: `${words.subject}: ${recorded.summary}`,
    preview: words.preview,
    title: words.title,
    sender: recorded.sender,
    recipientName: recorded.recipientName,
    language,
    blocks: [
      { kind: 'paragraph', content: [documents.length === 1 ? words.received : words.receivedMany] },
      { kind: 'facts', rows },
      ...listed(recorded),
      { kind: 'button', label: words.follow, link: recorded.link },
      { kind: 'note', content: [words.notYou, { strong: requesterName }, '.'] },
    ],
    because: words.because,
  });
}

/** To the requester. */
export function signatureReceived(received: SignatureReceived): RenderedEmail {
  const { documents, signerName, progress } = received;
  const count = documents.length === 1 ? 'um documento' : `${documents.length} documentos`;
  return renderEmail({
    subject: `Assinatura recebida: ${received.summary}`,
    preview: `${signerName} assinou.`,
    title: 'Uma assinatura chegou',
    sender: received.sender,
    recipientName: received.recipientName,
    blocks: [
      { kind: 'paragraph', content: [{ strong: signerName }, ` assinou ${count}.`] },
      {
        kind: 'facts',
        rows: [
          ...processFacts(received),
          { label: 'Assinado em', value: formatMoment(received.at) },
          { label: 'Já assinaram', value: `${progress.signed} de ${progress.all}` },
        ],
      },
      ...listed(received),
      { kind: 'button', label: 'Ver processo', link: received.link },
    ],
    because: 'Você recebeu esta mensagem porque pediu estas assinaturas.',
  });
}

const listed = ({ documents, language }: SignedDocuments): Block[] => [
  { kind: 'list', title: documentsTitle(documents, language), items: documents },
];
