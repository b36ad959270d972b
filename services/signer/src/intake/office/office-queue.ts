import { REFUSALS } from '../intake-refusal.ts';
import type { Converted, OfficeConverter } from './convert-office.ts';
import { FairQueue } from './fair-queue.ts';

/** A converter that many tenants share. */
export interface OfficeQueue extends Pick<OfficeConverter, 'by' | 'isAvailable' | 'close'> {
  (tenantId: string, ...document: Parameters<OfficeConverter>): Promise<Converted>;
}

/**
 * The converter with at most `limit` documents in hand, those that wait for it among them, in turn over the tenants. What
 * is beyond a tenant's share is refused with when to come again: a request that waits in a longer queue is given up by
 * browsers and proxies in the end.
 */
export function queuedConverter(convert: OfficeConverter, limit: number): OfficeQueue {
  const queue = new FairQueue({ atOnce: convert.atOnce, maxInHand: limit });
  const queued: (...of: Parameters<OfficeQueue>) => Promise<Converted> = async (
    tenantId,
    file,
    type,
    signal,
  ) =>
    (await queue.run(tenantId, () => convert(file, type, signal), signal)) ?? {
      ok: false,
      refusal: REFUSALS.officeBusy,
    };
  return Object.assign(queued, {
    by: convert.by,
    isAvailable: () => convert.isAvailable(),
    close: async () => convert.close?.(),
  });
}
