import { renderEmail } from './email.ts';
import type { RenderedEmail } from './email.ts';
import { formatMoment } from './format.ts';

export interface AccountLink {
  recipientName: string;
  link: string;
}

const NOT_ASKED =
  'Se você não pediu isto, ignore esta mensagem: nada muda sem o link. Não o passe a ninguém.';
const BECAUSE = 'Você recebeu esta mensagem porque este e-mail é o de um usuário do Lacre.';

/** A way in, once. @throws RangeError */
export const signInLink = ({ recipientName, link }: AccountLink): RenderedEmail =>
  renderEmail({
    subject: 'Seu link de entrada',
    preview: 'Abra a mensagem para entrar.',
    title: 'Entrar no Lacre',
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
export const passwordReset = ({ recipientName, link }: AccountLink): RenderedEmail =>
  renderEmail({
    subject: 'Escolha outra senha',
    preview: 'Abra a mensagem para escolher outra senha.',
    title: 'Escolha outra senha',
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
export const emailVerification = ({ recipientName, link }: AccountLink): RenderedEmail =>
  renderEmail({
    subject: 'Confirme seu e-mail',
    preview: 'Abra a mensagem para confirmar seu e-mail.',
    title: 'Confirme seu e-mail',
    recipientName,
    blocks: [
      { kind: 'paragraph', content: ['Para confirmar que este e-mail é seu, abra a página abaixo:'] },
      { kind: 'button', label: 'Confirmar e-mail', link },
      { kind: 'paragraph', content: ['O link vale por ', { strong: '24 horas' }, '.'] },
      { kind: 'note', content: [NOT_ASKED] },
    ],
    because: BECAUSE,
  });

/** Word to the owner, who may not have done it. @throws RangeError */
export const passwordChanged = ({ recipientName, link, at }: AccountLink & { at: Date }): RenderedEmail =>
  renderEmail({
    subject: 'Sua senha foi trocada',
    preview: 'A senha da sua conta foi trocada.',
    title: 'Sua senha foi trocada',
    recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          'A senha da sua conta foi trocada em ',
          { strong: formatMoment(at) },
          '. As outras sessões foram encerradas.',
        ],
      },
      { kind: 'paragraph', content: ['Se não foi você, escolha outra senha agora e avise seu supervisor:'] },
      { kind: 'button', label: 'Escolher outra senha', link },
    ],
    because: BECAUSE,
  });
