import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { formatMoment } from '../format.ts';

export interface TokenExpiring extends Addressed {
  /** Its description by the issuer. */
  description: string;
  expiresAt: Date;
  /** The tokens' page, behind sign-in. */
  link: string;
}

/** To the issuer of an API token, a week before it expires. */
export function tokenExpiring({
  sender,
  recipientName,
  description,
  expiresAt,
  link,
}: TokenExpiring): RenderedEmail {
  return renderEmail({
    subject: `Token prestes a vencer: ${description}`,
    preview: 'Crie outro antes que as integrações parem.',
    title: 'Um token seu está prestes a vencer',
    sender,
    recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: ['Quem usa este token para falar com a API deixará de ter acesso quando ele vencer:'],
      },
      {
        kind: 'facts',
        rows: [
          { label: 'Token', value: description },
          { label: 'Vence em', value: formatMoment(expiresAt) },
        ],
      },
      { kind: 'button', label: 'Ver meus tokens', link },
      { kind: 'note', content: ['Crie outro token, troque-o na integração e só depois revogue este.'] },
    ],
    because: 'Você recebeu esta mensagem porque criou este token.',
  });
}
