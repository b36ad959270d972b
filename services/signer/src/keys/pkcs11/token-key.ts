import {
  CKA,
  CKF,
  CKK,
  CKM,
  CKO,
  CKR,
  Cryptoki,
  CryptokiError,
  type Attribute,
  type Token,
} from './cryptoki.ts';
import { TokenKeyError, type TokenKeyOptions } from './token-key-error.ts';

const WRONG_PIN: ReadonlySet<number> = new Set([
  CKR.PIN_INCORRECT,
  CKR.PIN_INVALID,
  CKR.PIN_LEN_RANGE,
  CKR.PIN_EXPIRED,
]);
/** Signatures at once; more wait. libuv has four threads. */
const SESSIONS = 4;

/** A private key of a token, with sessions that are logged in. */
export class TokenKey {
  readonly type: 'rsa' | 'ec';
  /** Every certificate of the token, DER. */
  readonly certificates: readonly Buffer[];
  readonly #cryptoki: Cryptoki;
  readonly #key: number;
  readonly #free: number[];
  readonly #waiting: ((session: number) => void)[] = [];

  /** Logs in once. @throws TokenKeyError, CryptokiError */
  constructor(options: TokenKeyOptions) {
    this.#cryptoki = loaded(options.module);
    const token = tokenOf(this.#cryptoki, options);
    const session = this.#cryptoki.openSession(token.slot);
    logIn(this.#cryptoki, session, token, options.pin);
    this.#key = keyOf(this.#cryptoki, session, options);
    this.type = typeOf(this.#cryptoki, session, this.#key);
    this.certificates = this.#cryptoki
      .findObjects(session, [[CKA.CLASS, CKO.CERTIFICATE]])
      .map((object) => this.#cryptoki.attribute(session, object, CKA.VALUE))
      .filter((der) => der.length > 0);
    const others = Array.from({ length: SESSIONS - 1 }, () => this.#cryptoki.openSession(token.slot));
    this.#free = [session, ...others];
  }

  /**
   * @param data of RSA the DigestInfo (RFC 8017, 9.2), of ECDSA the digest
   * @returns of ECDSA r and s, each as long as the order (PKCS #11 v2.40 mechanisms, 2.3.1)
   * @throws CryptokiError
   */
  async sign(data: Buffer): Promise<Buffer> {
    const session = await this.#take();
    try {
      const mechanism = this.type === 'rsa' ? CKM.RSA_PKCS : CKM.ECDSA;
      return await this.#cryptoki.sign(session, { key: this.#key, mechanism }, data);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(session);
      else next(session);
    }
  }

  #take(): Promise<number> {
    const session = this.#free.pop();
    if (session !== undefined) return Promise.resolve(session);
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#waiting.push(resolve);
    return promise;
  }
}

function loaded(module: string): Cryptoki {
  try {
    return new Cryptoki(module);
  } catch (error) {
    // It was loaded, and cannot begin at this moment.
    if (error instanceof CryptokiError) throw error;
    throw new TokenKeyError('module-unusable', (error as Error).message, { cause: error });
  }
}

const told = (tokens: readonly Token[]): string =>
  tokens.map(({ label, serial }) => `"${label}" (${serial})`).join(', ');

function tokenOf(cryptoki: Cryptoki, { tokenLabel, tokenSerial }: TokenKeyOptions): Token {
  const present = cryptoki.tokens();
  const [found, ...more] = present.filter(
    ({ label, serial }) =>
      (tokenLabel === undefined || label === tokenLabel) &&
      (tokenSerial === undefined || serial === tokenSerial),
  );
  if (found === undefined) throw new TokenKeyError('token-absent', told(present));
  if (more.length > 0) throw new TokenKeyError('tokens-several', told([found, ...more]));
  return found;
}

/** Never with a token's last try, which is for an operator who stands beside it. */
function logIn(cryptoki: Cryptoki, session: number, { label, flags }: Token, pin: string): void {
  if ((flags & CKF.LOGIN_REQUIRED) === 0) return;
  if ((flags & CKF.USER_PIN_LOCKED) !== 0) throw new TokenKeyError('pin-locked', label);
  if ((flags & CKF.USER_PIN_FINAL_TRY) !== 0) throw new TokenKeyError('pin-last-try', label);
  try {
    cryptoki.login(session, pin);
  } catch (error) {
    const code = error instanceof CryptokiError ? error.code : undefined;
    if (code === CKR.USER_ALREADY_LOGGED_IN) return;
    if (code === CKR.PIN_LOCKED) throw new TokenKeyError('pin-locked', label, { cause: error });
    if (code !== undefined && WRONG_PIN.has(code))
      throw new TokenKeyError('pin-refused', label, { cause: error });
    throw error;
  }
}

function keyOf(cryptoki: Cryptoki, session: number, { keyLabel, keyId }: TokenKeyOptions): number {
  const template: Attribute[] = [
    [CKA.CLASS, CKO.PRIVATE_KEY],
    [CKA.SIGN, true],
  ];
  if (keyLabel !== undefined) template.push([CKA.LABEL, Buffer.from(keyLabel, 'utf8')]);
  if (keyId !== undefined) template.push([CKA.ID, Buffer.from(keyId, 'hex')]);
  const [key, ...more] = cryptoki.findObjects(session, template);
  if (key === undefined) throw new TokenKeyError('key-absent');
  if (more.length > 0) {
    const labels = [key, ...more].map((each) =>
      cryptoki.attribute(session, each, CKA.LABEL).toString('utf8'),
    );
    throw new TokenKeyError('keys-several', labels.map((label) => `"${label}"`).join(', '));
  }
  return key;
}

function typeOf(cryptoki: Cryptoki, session: number, key: number): 'rsa' | 'ec' {
  const type = cryptoki.attribute(session, key, CKA.KEY_TYPE)[0];
  if (type === CKK.RSA) return 'rsa';
  if (type === CKK.EC) return 'ec';
  throw new TokenKeyError('key-type');
}
