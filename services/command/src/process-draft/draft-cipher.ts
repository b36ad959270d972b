import type { Secrets } from '@lacre/personal-data/secrets';

import { tenantCipher, type TenantCipher } from '../content/tenant-cipher.ts';
import type { KeptDraft } from './kept-draft.ts';

/** Writes and reads what a tenant's drafts say. */
export const draftCipher = (
  parts: { secrets: Secrets },
  tenantId: string,
): Promise<TenantCipher<KeptDraft>> => tenantCipher(parts, 'process-drafts', tenantId);
