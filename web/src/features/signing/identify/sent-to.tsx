import type { AnswerOf } from '@lacre/contracts';

import { codeDigits } from '@/i18n/code-words.ts';
import { sayAround } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';

/** Where a code went, masked, for people with several addresses. */
export function SentTo({ sentTo, channel }: Pick<AnswerOf<'requestActCode'>, 'sentTo' | 'channel'>) {
  if (sentTo === null)
    return channel === 'sms'
      ? say('Enviamos {0} por SMS ao seu celular.', codeDigits())
      : say('Enviamos {0} ao seu email.', codeDigits());
  // On a line of its own rather than broken in two.
  const contact = (
    <strong className="inline-block max-w-full font-medium wrap-anywhere text-ink">{sentTo}</strong>
  );
  return channel === 'sms'
    ? sayAround('Enviamos {0} por SMS para {1}.', codeDigits(), contact)
    : sayAround('Enviamos {0} para {1}.', codeDigits(), contact);
}

/** Where to look when it does not come. */
export const notArrivedWords = (channel: AnswerOf<'requestActCode'>['channel']): string =>
  channel === 'sms'
    ? say('Não chegou? Confira se o celular está com sinal.')
    : say('Não chegou? Olhe também a caixa de spam.');
