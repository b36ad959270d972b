import type { AnswerOf } from '@lacre/contracts';

/** Where a code went, masked: whoever has several addresses looks in the right one. */
export function SentTo({ sentTo, channel }: Pick<AnswerOf<'requestActCode'>, 'sentTo' | 'channel'>) {
  if (sentTo === null)
    return channel === 'sms'
      ? 'Enviamos 6 números por SMS ao seu celular.'
      : 'Enviamos 6 números ao seu email.';
  return (
    <>
      Enviamos 6 números {channel === 'sms' ? 'por SMS para' : 'para'}{' '}
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
