import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/**
 * AES-256-GCM (NIST SP 800-38D) with a key of one subject's own. The nonce is derived from what is encrypted (HMAC of
 * the associated data and the text, as SIV modes do it, RFC 5297): the same text in the same place gives the same box,
 * so that an append that is repeated is the same to the byte, and two texts never share a nonce.
 */
export class SubjectKey {
  readonly #cipher: KeyObject;
  #nonceKey: KeyObject | undefined;
  #commitments: KeyObject | undefined;

  /** Takes the 32 bytes over: they are wiped. */
  constructor(bytes: Buffer) {
    if (bytes.length !== KEY_BYTES) throw new RangeError('a key has 32 bytes');
    this.#cipher = createSecretKey(bytes);
    bytes.fill(0);
  }

  /** Nonce, ciphertext, tag. */
  seal(text: string, associated: Buffer): Buffer {
    const nonce = createHmac('sha256', this.#nonces())
      .update(String(associated.length))
      .update(associated)
      .update(text)
      .digest()
      .subarray(0, NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#cipher, nonce).setAAD(associated);
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /**
   * Salts of commitments to this subject's values in one stream derive from it: given to a party that may disclose them there,
   * it opens neither the subject's data nor any other stream's commitments.
   */
  commitmentKey(stream: string): Buffer {
    this.#commitments ??= createSecretKey(
      createHmac('sha256', this.#cipher).update('lacre: commitments').digest(),
    );
    return createHmac('sha256', this.#commitments).update(stream).digest();
  }

  /** Only who writes needs it. */
  #nonces(): KeyObject {
    this.#nonceKey ??= createSecretKey(createHmac('sha256', this.#cipher).update('lacre: nonces').digest());
    return this.#nonceKey;
  }

  /** @throws when a bit of box or associated data is not what it was. */
  open(box: Buffer, associated: Buffer): string {
    if (box.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('too short');
    const decipher = createDecipheriv('aes-256-gcm', this.#cipher, box.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(associated).setAuthTag(box.subarray(-TAG_BYTES));
    const text = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
    return text + decipher.final('utf8');
  }
}
