import { renderEmail } from './email.ts';
import type { RenderedEmail } from './email.ts';
import { formatMoment } from './format.ts';

export interface UserInvitation {
  recipientName: string;
  tenantName: string;
  /** Who invites, when it is somebody. */
  invitedBy: string | undefined;
  /** Leads to the choice of a password; it proves that its reader reads this mailbox. */
  link: string;
  expiresAt: Date;
}

/** To somebody who was made a user of a tenant and has no password yet. */
export function userInvited({
  recipientName,
  tenantName,
  invitedBy,
  link,
  expiresAt,
}: UserInvitation): RenderedEmail {
  const who = invitedBy === undefined ? 'Você foi convidado' : `${invitedBy} convidou você`;
  return renderEmail({
    subject: `Convite para entrar em ${tenantName}`,
    preview: 'Escolha sua senha para começar a usar a conta.',
    title: 'Você foi convidado',
    recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          `${who} para a conta `,
          { strong: tenantName },
          ' no Lacre. Para entrar, escolha sua senha:',
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
    because: 'Você recebeu esta mensagem porque seu e-mail foi cadastrado como usuário desta conta.',
  });
}
