import type { AnswerOf } from '@lacre/contracts';

import { CODE_DIGITS } from '@/i18n/code-words.ts';

/** Where a code went, masked, for people with several addresses. */
export function SentTo({ sentTo, channel }: Pick<AnswerOf<'requestActCode'>, 'sentTo' | 'channel'>) {
  if (sentTo === null)
    return channel === 'sms'
      ? `Enviamos ${CODE_DIGITS} por SMS ao seu celular.`
      : `Enviamos ${CODE_DIGITS} ao seu email.`;
  return (
    <>
      Enviamos {CODE_DIGITS} {channel === 'sms' ? 'por SMS para' : 'para'}{' '}
      {/* On a line of its own rather than broken in two. */}
      <strong className="inline-block max-w-full font-medium wrap-anywhere text-ink">{sentTo}</strong>.
    </>
  );
}

/** Where to look when it does not come. */
export const notArrivedWords = (channel: AnswerOf<'requestActCode'>['channel']): string =>
  channel === 'sms'
    ? 'Não chegou? Confira se o celular está com sinal.'
    : 'Não chegou? Olhe também a caixa de spam.';
