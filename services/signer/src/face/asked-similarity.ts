import { MIN_FACE_SIMILARITY, streams, type DataOf } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

/** What the tenant asks for, and never less than the product does. */
export async function thresholdOf(store: EventStore, tenantId: string): Promise<number> {
  let asked = MIN_FACE_SIMILARITY;
  for await (const { type, data } of store.readStream(streams.tenant(tenantId))) {
    if (type !== 'TenantSettingsChanged') continue;
    const { settings } = data as unknown as DataOf<'TenantSettingsChanged'>;
    asked = settings.faceSimilarity ?? MIN_FACE_SIMILARITY;
  }
  return Math.max(MIN_FACE_SIMILARITY, asked);
}
