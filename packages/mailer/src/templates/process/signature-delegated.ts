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
          ', que foi convidado e confirma quem é antes de assinar. O acesso de quem encaminhou terminou.',
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

/** To who handed it on: the act and where it came from, in case it was not theirs. */
export function delegationRecorded(recorded: DelegationRecorded): RenderedEmail {
  const { device, ip } = recorded;
  const where = [
    ...(device === undefined ? [] : [{ label: 'Dispositivo', value: device }]),
    ...(ip === undefined ? [] : [{ label: 'Endereço IP', value: ip }]),
  ];
  return renderEmail({
    subject: `Você encaminhou a assinatura: ${recorded.summary}`,
    preview: `${recorded.delegateName} foi convidado a assinar no seu lugar.`,
    title: 'Você encaminhou a assinatura',
    sender: recorded.sender,
    recipientName: recorded.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          { strong: recorded.delegateName },
          ' foi convidado a assinar no seu lugar. O seu link deixou de valer, e você não precisa fazer mais nada.',
        ],
      },
      ...particulars(recorded, where),
      {
        kind: 'note',
        content: [
          'Não foi você? Avise quem pediu a assinatura agora mesmo: ',
          { strong: recorded.requesterName },
          '.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem como comprovante do encaminhamento.',
  });
}

const particulars = (
  { documents, reason, at, ...facts }: Delegated,
  where: readonly { label: string; value: string }[],
): Block[] => [
  {
    kind: 'facts',
    rows: [...processFacts(facts), { label: 'Encaminhado em', value: formatMoment(at) }, ...where],
  },
  ...(reason === undefined ? [] : [{ kind: 'quote' as const, title: 'Motivo', text: reason }]),
  { kind: 'list', title: documentsTitle(documents), items: documents },
];
