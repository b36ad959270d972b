import type { Language } from '@lacre/contracts/languages';

import type { Addressed } from './block.ts';
import { renderEmail } from './email.ts';
import type { RenderedEmail } from './email.ts';

export interface AccessCode extends Addressed {
  /** Six digits. */
  code: string;
}

/** Life of a code, as the message promises it. */
export const ACCESS_CODE_MINUTES = 10;

interface CodeWords {
  subject: string;
  preview: string;
  enter: string;
  /** "It is valid for", the minutes, "and works once". */
  life: readonly [before: string, minutes: string, after: string];
  warning: string;
  because: string;
}

const WORDS: Readonly<Record<Language, CodeWords>> = {
  'pt-BR': {
    subject: 'Seu código de acesso',
    preview: 'Abra a mensagem para ver o código.',
    enter: 'Para continuar, informe este código na página em que você o pediu:',
    life: ['Ele vale por ', `${ACCESS_CODE_MINUTES} minutos`, ' e só pode ser usado uma vez.'],
    warning:
      'Não passe este código a ninguém. Nós nunca o pedimos por telefone, email ou mensagem. Se você não o pediu, ignore esta mensagem: sem o código, ninguém assina por você.',
    because: 'Você recebeu esta mensagem porque alguém informou o seu CPF para acessar um documento.',
  },
  en: {
    subject: 'Your access code',
    preview: 'Open the message to see the code.',
    enter: 'To continue, enter this code on the page where you asked for it:',
    life: ['It is valid for ', `${ACCESS_CODE_MINUTES} minutes`, ' and works only once.'],
    warning:
      'Do not pass this code on. We never ask for it by phone, email or message. If you did not ask for it, ignore this message: without the code, no other person can sign for you.',
    because: 'You received this message because your CPF was entered to open a document.',
  },
  es: {
    subject: 'Su código de acceso',
    preview: 'Abra el mensaje para ver el código.',
    enter: 'Para continuar, escriba este código en la página en la que lo pidió:',
    life: ['Vale por ', `${ACCESS_CODE_MINUTES} minutos`, ' y solo puede usarse una vez.'],
    warning:
      'No comparta este código. Nunca lo pedimos por teléfono, correo o mensaje. Si no lo pidió, ignore este mensaje: sin el código, ninguna otra persona puede firmar por usted.',
    because: 'Recibió este mensaje porque se escribió su CPF para abrir un documento.',
  },
};

/** The code stands in the body only: subject and preview are shown on locked screens. @throws RangeError */
export function accessCode({ sender, recipientName, language = 'pt-BR', code }: AccessCode): RenderedEmail {
  if (!/^[0-9]{6}$/.test(code)) throw new RangeError('An access code has six digits');
  const { subject, preview, enter, life, warning, because } = WORDS[language];
  const [before, minutes, after] = life;
  return renderEmail({
    subject,
    preview,
    title: subject,
    sender,
    recipientName,
    language,
    blocks: [
      { kind: 'paragraph', content: [enter] },
      { kind: 'code', digits: code },
      { kind: 'paragraph', content: [before, { strong: minutes }, after] },
      { kind: 'note', content: [warning] },
    ],
    because,
  });
}
