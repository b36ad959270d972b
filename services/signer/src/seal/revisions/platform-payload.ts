import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { z } from 'zod';

/** What the platform finds again in a sealed file, whatever became of everything around it. Ids and hashes only. */
const platformPayload = z.strictObject({
  version: z.literal(1),
  tenantId: z.uuid(),
  processId: z.uuid(),
  documentId: z.uuid(),
  documentSha256: z.string(),
  sourceSha256: z.string(),
  evidenceSha256: z.string(),
  validationCode: z.string(),
  sealedAt: z.iso.datetime(),
});
export type PlatformPayload = z.output<typeof platformPayload>;

/** Name of the attachment in the sealed PDF. */
export const PAYLOAD_NAME = 'lacre.bin';
const MAGIC = Buffer.from('LACRE\u0001', 'latin1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The payload under AES-256-GCM (NIST SP 800-38D), a random nonce before it and the tag after it. */
export function encryptPayload(payload: PlatformPayload, key: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(MAGIC);
  const body = Buffer.concat([
    cipher.update(JSON.stringify(platformPayload.parse(payload)), 'utf8'),
    cipher.final(),
  ]);
  return Buffer.concat([MAGIC, nonce, body, cipher.getAuthTag()]);
}

export type OpenedPayload =
  | { ok: true; payload: PlatformPayload }
  | { ok: false; error: 'PDF_NOT_ENCRYPTED' | 'PDF_WRONG_ENCRYPTION_KEY' };

/** Reads a payload back; altered bytes and another key cannot be distinguished. */
export function decryptPayload(bytes: Uint8Array, key: Uint8Array): OpenedPayload {
  const file = Buffer.from(bytes);
  if (file.length < MAGIC.length + NONCE_BYTES + TAG_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) {
    return { ok: false, error: 'PDF_NOT_ENCRYPTED' };
  }
  const bodyStart = MAGIC.length + NONCE_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, file.subarray(MAGIC.length, bodyStart))
    .setAAD(MAGIC)
    .setAuthTag(file.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(file.subarray(bodyStart, -TAG_BYTES)), decipher.final()]);
    return { ok: true, payload: platformPayload.parse(JSON.parse(text.toString('utf8'))) };
  } catch {
    return { ok: false, error: 'PDF_WRONG_ENCRYPTION_KEY' };
  }
}
