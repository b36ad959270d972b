import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';

export interface AccountLink extends Addressed {
  link: string;
}

const NOT_ASKED =
  'Se você não pediu isto, ignore esta mensagem: nada muda sem o link. Não o passe a ninguém.';
const BECAUSE = 'Você recebeu esta mensagem porque este email é o de um usuário do Lacre.';

/** A way in, once. @throws RangeError */
export const signInLink = ({ sender, recipientName, link }: AccountLink): RenderedEmail =>
  renderEmail({
    subject: 'Seu link de entrada',
    preview: 'Abra a mensagem para entrar.',
    title: 'Entrar no Lacre',
    sender,
    recipientName,
    blocks: [
      { kind: 'paragraph', content: ['Para entrar na sua conta, abra a página abaixo e confirme:'] },
      { kind: 'button', label: 'Entrar', link },
      {
        kind: 'paragraph',
        content: ['O link vale por ', { strong: '15 minutos' }, ' e só pode ser usado uma vez.'],
      },
      { kind: 'note', content: [NOT_ASKED] },
    ],
    because: BECAUSE,
  });

/** A way to another password, once. @throws RangeError */
export const passwordReset = ({ sender, recipientName, link }: AccountLink): RenderedEmail =>
  renderEmail({
    subject: 'Escolha outra senha',
    preview: 'Abra a mensagem para escolher outra senha.',
    title: 'Escolha outra senha',
    sender,
    recipientName,
    blocks: [
      { kind: 'paragraph', content: ['Alguém pediu para trocar a senha da sua conta. Se foi você:'] },
      { kind: 'button', label: 'Escolher outra senha', link },
      {
        kind: 'paragraph',
        content: ['O link vale por ', { strong: '1 hora' }, ' e só pode ser usado uma vez.'],
      },
      { kind: 'note', content: [NOT_ASKED] },
    ],
    because: BECAUSE,
  });

/** Shows that the address is its owner's. @throws RangeError */
export const emailVerification = ({ sender, recipientName, link }: AccountLink): RenderedEmail =>
  renderEmail({
    subject: 'Confirme seu email',
    preview: 'Abra a mensagem para confirmar seu email.',
    title: 'Confirme seu email',
    sender,
    recipientName,
    blocks: [
      { kind: 'paragraph', content: ['Para confirmar que este email é seu, abra a página abaixo:'] },
      { kind: 'button', label: 'Confirmar email', link },
      { kind: 'paragraph', content: ['O link vale por ', { strong: '24 horas' }, '.'] },
      { kind: 'note', content: [NOT_ASKED] },
    ],
    because: BECAUSE,
  });

/** Shows that the address that an account is to have is its owner's. @throws RangeError */
export const emailChangeLink = ({ sender, recipientName, link }: AccountLink): RenderedEmail =>
  renderEmail({
    subject: 'Confirme seu novo email',
    preview: 'Abra a mensagem para usar este email na sua conta.',
    title: 'Confirme seu novo email',
    sender,
    recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: ['Para que este passe a ser o email da sua conta, abra a página abaixo, já conectado:'],
      },
      { kind: 'button', label: 'Confirmar novo email', link },
      { kind: 'paragraph', content: ['O link vale por ', { strong: '24 horas' }, '.'] },
      { kind: 'note', content: [NOT_ASKED] },
    ],
    because: 'Você recebeu esta mensagem porque alguém pediu que este fosse o email da sua conta no Lacre.',
  });
