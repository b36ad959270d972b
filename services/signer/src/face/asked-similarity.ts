import { MIN_FACE_SIMILARITY, streams } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

/** What the tenant asks for, and never less than the product does. */
export async function thresholdOf(log: DomainLog, tenantId: string): Promise<number> {
  let asked = MIN_FACE_SIMILARITY;
  for await (const { type, data } of log.readStream(streams.tenant(tenantId))) {
    if (type === 'TenantSettingsChanged') asked = data.settings.faceSimilarity ?? MIN_FACE_SIMILARITY;
  }
  return Math.max(MIN_FACE_SIMILARITY, asked);
}
