import type { AnswerOf } from '@lacre/contracts';

type Named = Pick<AnswerOf<'lookUpPlace'>, 'country' | 'state' | 'city'>;

/** Browsers take Latin-1 in headers: the server reads the rest percent-encoded. */
export function placeHeaders(place: Named): Record<string, string> {
  const named = (['country', 'state', 'city'] as const).flatMap((part) => {
    const name = place[part];
    return name === null ? [] : [[`client-${part}`, encodeURIComponent(name)]];
  });
  return Object.fromEntries(named) as Record<string, string>;
}
