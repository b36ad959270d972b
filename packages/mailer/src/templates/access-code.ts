import type { Addressed } from './block.ts';
import { renderEmail } from './email.ts';
import type { RenderedEmail } from './email.ts';

export interface AccessCode extends Addressed {
  /** Six digits. */
  code: string;
}

/** Life of a code, as the message promises it. */
export const ACCESS_CODE_MINUTES = 10;

/** The code stands in the body only: subject and preview are shown on locked screens. @throws RangeError */
export function accessCode({ sender, recipientName, code }: AccessCode): RenderedEmail {
  if (!/^[0-9]{6}$/.test(code)) throw new RangeError('An access code has six digits');
  return renderEmail({
    subject: 'Seu código de acesso',
    preview: 'Abra a mensagem para ver o código.',
    title: 'Seu código de acesso',
    sender,
    recipientName,
    blocks: [
      { kind: 'paragraph', content: ['Para continuar, informe este código na página em que você o pediu:'] },
      { kind: 'code', digits: code },
      {
        kind: 'paragraph',
        content: [
          'Ele vale por ',
          { strong: `${ACCESS_CODE_MINUTES} minutos` },
          ' e só pode ser usado uma vez.',
        ],
      },
      {
        kind: 'note',
        content: [
          'Não passe este código a ninguém. Nós nunca o pedimos por telefone, e-mail ou mensagem. Se você não o pediu, ignore esta mensagem: sem o código, ninguém assina por você.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque alguém informou o seu CPF para acessar um documento.',
  });
}
