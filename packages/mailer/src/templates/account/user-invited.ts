import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { formatMoment } from '../format.ts';

export interface UserInvitation extends Addressed {
  /** The user who invites, if any. */
  invitedBy: string | undefined;
  /** Leads to the choice of a password; it proves that its reader reads this mailbox. */
  link: string;
  expiresAt: Date;
}

/** To a new user of a tenant, who has no password yet. */
export function userInvited({
  sender,
  recipientName,
  invitedBy,
  link,
  expiresAt,
}: UserInvitation): RenderedEmail {
  return renderEmail({
    subject: `Convite para entrar em ${sender.name}`,
    preview: 'Escolha sua senha para começar a usar a conta.',
    title: 'Você foi convidado',
    sender,
    recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          ...(invitedBy === undefined ? ['Você foi convidado'] : [{ strong: invitedBy }, ' convidou você']),
          ' para a conta ',
          { strong: sender.name },
          ' no Lacre, a plataforma de assinatura eletrônica. Para entrar, escolha sua senha:',
        ],
      },
      { kind: 'button', label: 'Escolher minha senha', link },
      { kind: 'facts', rows: [{ label: 'O convite vale até', value: formatMoment(expiresAt) }] },
      {
        kind: 'note',
        content: [
          'Este link é só seu: não encaminhe esta mensagem. Depois de escolhida a senha, ele deixa de valer. Se o prazo passar, peça um novo convite a quem convidou você.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque seu email foi cadastrado como usuário desta conta.',
  });
}
