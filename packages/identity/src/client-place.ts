import type { ClientContext } from '@lacre/contracts';

/** Where a client said it was, as people read it; null when it did not say. */
export function placeOf({ city, state, country }: ClientContext): string | null {
  const place = [city, state, country].filter((part) => part !== undefined).join(', ');
  return place === '' ? null : place;
}
