import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { derivedId } from '@lacre/event-store';
import type { Secrets } from '@lacre/personal-data/secrets';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Writes and reads what is kept of a tenant's things, encrypted with AES-256-GCM for that one thing alone. */
export interface TenantCipher<Content> {
  seal(id: string, content: Content): Buffer;
  /** @throws Error when the text was changed, or is another thing's */
  open(id: string, sealed: Buffer): Content;
}

const KINDS = ['process-drafts', 'process-views'] as const;

const secretIdOf = (kind: (typeof KINDS)[number], tenantId: string): string => derivedId(kind, tenantId);

/** The ids of the secrets that a tenant's own keys are kept as. */
export const tenantKeyIds = (tenantId: string): string[] => KINDS.map((kind) => secretIdOf(kind, tenantId));

/**
 * Of the tenant's things of a kind: their key is made at first use, and wrapped by the installation's master keys.
 *
 * @param kind names the key: another name cannot read what was kept
 */
export async function tenantCipher<Content>(
  { secrets }: { secrets: Secrets },
  kind: (typeof KINDS)[number],
  tenantId: string,
): Promise<TenantCipher<Content>> {
  const key = await secrets.keep(secretIdOf(kind, tenantId), randomBytes(KEY_BYTES));
  return {
    seal(id, content) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
      const text = cipher.update(JSON.stringify(content), 'utf8');
      return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
    },
    open(id, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]);
      return JSON.parse(text.toString('utf8')) as Content;
    },
  };
}
