import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

import { KEY_BYTES } from './subject-key.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A subject's key as it is stored: encrypted with a master key, which its fingerprint identifies. */
export interface WrappedKey {
  masterKey: string;
  wrapped: Buffer;
}

/** The store holds keys that were wrapped by a master key which is not given. The message is for people. */
export class MasterKeyMissing extends Error {
  constructor(fingerprint: string) {
    super(
      `as chaves dos dados pessoais (PERSONAL_DATA_KEYS, ou personal-data-keys.json na pasta de dados) não são as desta instalação: falta a de impressão digital ${fingerprint}. Restaure-as da cópia de segurança. Nada foi escrito.`,
    );
    this.name = 'MasterKeyMissing';
  }
}

/**
 * The installation's master keys, the current one first. New keys are wrapped by it; those before it only unwrap, so
 * that a rotation rewrites no event, and no key either until `rewrap` does.
 */
export class MasterKeys {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly current: string;

  /** @param keys 32 bytes each, the current one first. */
  constructor(keys: readonly Buffer[]) {
    if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES))
      throw new RangeError('at least one master key, of 32 bytes each');
    const named = keys.map((key) => [fingerprint(key), key] as const);
    this.#keys = new Map(named);
    this.current = named[0]![0];
  }

  has(name: string): boolean {
    return this.#keys.has(name);
  }

  /** A new key for the subject, wrapped by the current master key. */
  create(subject: string): WrappedKey {
    return this.wrap(subject, randomBytes(KEY_BYTES));
  }

  /** Wipes `key`. */
  wrap(subject: string, key: Buffer): WrappedKey {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(this.current), nonce).setAAD(
      Buffer.from(subject),
    );
    const wrapped = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
    key.fill(0);
    return { masterKey: this.current, wrapped };
  }

  /** @throws MasterKeyMissing; when the wrapped key was changed, or is another subject's. */
  unwrap(subject: string, { masterKey, wrapped }: WrappedKey): Buffer {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.#keyOf(masterKey),
      wrapped.subarray(0, NONCE_BYTES),
      {
        authTagLength: TAG_BYTES,
      },
    );
    decipher.setAAD(Buffer.from(subject)).setAuthTag(wrapped.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  }

  #keyOf(name: string): Buffer {
    const key = this.#keys.get(name);
    if (key === undefined) throw new MasterKeyMissing(name);
    return key;
  }
}

/** Fingerprint of a master key, which discloses nothing of it. */
const fingerprint = (key: Buffer): string =>
  createHmac('sha256', key).update('lacre: master key').digest('hex').slice(0, 16);
