import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { derivedId } from '@lacre/event-store';
import type { Secrets } from '@lacre/personal-data/secrets';

import type { KeptDraft } from './kept-draft.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Writes and reads what a draft says, encrypted with AES-256-GCM for that draft alone. */
export interface DraftCipher {
  seal(draftId: string, draft: KeptDraft): Buffer;
  /** @throws Error when the text was changed, or is another draft's */
  open(draftId: string, sealed: Buffer): KeptDraft;
}

/** Of the tenant's drafts: its key is made at first use, and wrapped by the installation's master keys. */
export async function draftCipher({ secrets }: { secrets: Secrets }, tenantId: string): Promise<DraftCipher> {
  const key = await secrets.keep(derivedId('process-drafts', tenantId), randomBytes(KEY_BYTES));
  return {
    seal(draftId, draft) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(draftId));
      const text = cipher.update(JSON.stringify(draft), 'utf8');
      return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
    },
    open(draftId, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(draftId)).setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]);
      return JSON.parse(text.toString('utf8')) as KeptDraft;
    },
  };
}
