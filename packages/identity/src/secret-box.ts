import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what must be read again, for one place: what was sealed for another does not open. */
export interface SecretBox {
  /** By the first secret. */
  seal(text: string, place: string): string;
  /** @throws when it was changed, or sealed for another place or with a secret that is not given. */
  open(sealed: string, place: string): string;
  /** What begins with this was sealed by the first secret, while there were others. */
  readonly mark: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK_CHARACTERS = 16;

interface BoxKey {
  /** Distinguishes secrets and discloses nothing of them. */
  mark: string;
  bytes: Buffer;
}

/**
 * AES-256-GCM (NIST SP 800-38D) under keys of its own, derived from the secrets (RFC 5869). The first seals; the others
 * are former or coming ones, by which is only opened.
 */
export function createSecretBox(...secrets: readonly [string, ...string[]]): SecretBox {
  const keys = secrets.map(keyOf) as [BoxKey, ...BoxKey[]];
  const [current, ...others] = keys;
  // Alone it needs no mark, and a release from before there were marks reads what it seals.
  const prefix = others.length === 0 ? '' : `${current.mark}.`;
  return {
    mark: `${current.mark}.`,
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${prefix}${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, place) {
      // What has no mark may be of any of them.
      const [body = '', mark] = sealed.split('.').toReversed();
      const tried = mark === undefined ? keys : keys.filter((key) => key.mark === mark);
      let failure: unknown = new Error('sealed with a secret that is not given');
      for (const { bytes } of tried)
        try {
          return opened(bytes, Buffer.from(body, 'base64url'), place);
        } catch (error) {
          failure = error;
        }
      throw failure;
    },
  };
}

function keyOf(secret: string): BoxKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'lacre identity secrets', 32));
  const mark = createHmac('sha256', bytes).update('lacre identity mark').digest('hex');
  return { mark: mark.slice(0, MARK_CHARACTERS), bytes };
}

function opened(key: Buffer, bytes: Buffer, place: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
