import type { Language } from '@lacre/contracts/languages';

import type { Addressed, Block } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';

interface Delegated extends Addressed {
  companyName: string;
  summary: string;
  /** Those that go over. */
  documents: readonly string[];
  /** Who is to sign them from then on. */
  delegateName: string;
  /** In the delegator's words; undefined where none was given. */
  reason: string | undefined;
  at: Date;
}

export interface SignatureDelegated extends Delegated {
  delegatorName: string;
  /** To the process. */
  link: string;
}

export interface DelegationRecorded extends Delegated {
  /** Who asked for the signature. */
  requesterName: string;
  /** Browser and system, and the address that the act came from, as far as they are known. */
  device: string | undefined;
  ip: string | undefined;
}

/** To the requester. */
export const signatureDelegated = (news: SignatureDelegated): RenderedEmail =>
  renderEmail({
    subject: `Assinatura encaminhada a outra pessoa: ${news.summary}`,
    preview: `${news.delegatorName} encaminhou a assinatura a ${news.delegateName}.`,
    title: 'Uma assinatura foi encaminhada',
    sender: news.sender,
    recipientName: news.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          { strong: news.delegatorName },
          ' encaminhou a assinatura a ',
          { strong: news.delegateName },
          '. O convite já foi enviado, e o acesso de quem encaminhou terminou.',
        ],
      },
      ...particulars(news, []),
      { kind: 'button', label: 'Ver processo', link: news.link },
      {
        kind: 'note',
        content: ['Não é quem deve assinar? Na página do processo você pode trocar o participante.'],
      },
    ],
    because: 'Você recebeu esta mensagem porque pediu estas assinaturas.',
  });

interface RecordedWords {
  subject: string;
  title: string;
  /** After the name of who signs now. */
  preview: string;
  invited: string;
  device: string;
  ip: string;
  /** Before the name of who asked. */
  notYou: string;
  because: string;
}

const RECORDED: Readonly<Record<Language, RecordedWords>> = {
  'pt-BR': {
    subject: 'Você encaminhou a assinatura',
    title: 'Você encaminhou a assinatura',
    preview: ' recebeu o convite para assinar no seu lugar.',
    invited:
      ' recebeu o convite para assinar no seu lugar. O seu link deixou de valer, e você não precisa fazer mais nada.',
    device: 'Dispositivo',
    ip: 'Endereço IP',
    notYou: 'Não foi você? Avise quem pediu a assinatura agora mesmo: ',
    because: 'Você recebeu esta mensagem como comprovante do encaminhamento.',
  },
  en: {
    subject: 'You handed over the signature',
    title: 'You handed over the signature',
    preview: ' was invited to sign in your place.',
    invited:
      ' was invited to sign in your place. Your link is no longer valid, and you do not need to do anything else.',
    device: 'Device',
    ip: 'IP address',
    notYou: 'Was it not you? Tell the person who asked for the signature right away: ',
    because: 'You received this message as a receipt of handing over the signature.',
  },
  es: {
    subject: 'Usted reenvió la firma',
    title: 'Usted reenvió la firma',
    preview: ' recibió la invitación para firmar en su lugar.',
    invited:
      ' recibió la invitación para firmar en su lugar. Su enlace dejó de valer. No necesita hacer nada más.',
    device: 'Dispositivo',
    ip: 'Dirección IP',
    notYou: '¿No fue usted? Avise ahora mismo a quien pidió la firma: ',
    because: 'Recibió este mensaje como comprobante del reenvío.',
  },
};

/** To the person who handed it on: the act and where it came from, in case it was not theirs. */
export function delegationRecorded(recorded: DelegationRecorded): RenderedEmail {
  const { device, ip, delegateName, language = 'pt-BR' } = recorded;
  const words = RECORDED[language];
  const where = [
    ...(device === undefined ? [] : [{ label: words.device, value: device }]),
    ...(ip === undefined ? [] : [{ label: words.ip, value: ip }]),
  ];
  return renderEmail({
    subject: `${words.subject}: ${recorded.summary}`,
    preview: `${delegateName}${words.preview}`,
    title: words.title,
    sender: recorded.sender,
    recipientName: recorded.recipientName,
    language,
    blocks: [
      { kind: 'paragraph', content: [{ strong: delegateName }, words.invited] },
      ...particulars(recorded, where),
      { kind: 'note', content: [words.notYou, { strong: recorded.requesterName }, '.'] },
    ],
    because: words.because,
  });
}

const PARTICULARS: Readonly<Record<Language, { handedOver: string; reason: string }>> = {
  'pt-BR': { handedOver: 'Encaminhado em', reason: 'Motivo' },
  en: { handedOver: 'Handed over on', reason: 'Reason' },
  es: { handedOver: 'Reenviado el', reason: 'Motivo' },
};

function particulars(
  { documents, reason, at, language = 'pt-BR', ...facts }: Delegated,
  where: readonly { label: string; value: string }[],
): Block[] {
  const words = PARTICULARS[language];
  const handedOver = { label: words.handedOver, value: formatMoment(at, language) };
  return [
    { kind: 'facts', rows: [...processFacts({ ...facts, language }), handedOver, ...where] },
    ...(reason === undefined ? [] : [{ kind: 'quote' as const, title: words.reason, text: reason }]),
    { kind: 'list', title: documentsTitle(documents, language), items: documents },
  ];
}
