import type { OfficeConverter } from './convert-office.ts';
import { REFUSALS } from './intake-refusal.ts';

/**
 * The converter with at most `limit` documents in hand, those that wait for it among them. One more is refused at once,
 * with when to come again: a request that waits in a longer queue is given up by browsers and proxies in the end.
 */
export function queuedConverter(convert: OfficeConverter, limit: number): OfficeConverter {
  let inHand = 0;
  const queued = async (...document: Parameters<OfficeConverter>): ReturnType<OfficeConverter> => {
    if (inHand >= limit) return { ok: false, refusal: REFUSALS.officeBusy };
    inHand += 1;
    try {
      return await convert(...document);
    } finally {
      inHand -= 1;
    }
  };
  return Object.assign(queued, convert);
}
