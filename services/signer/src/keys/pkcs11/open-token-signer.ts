import {
  isIssuedBy,
  openExternalSigner,
  readCertificate,
  SealRefusedError,
  type Certificate,
  type SealSigner,
} from '@lacre/pades';

import { SealKeysUnusable } from '../unusable-keys.ts';
import { RefusedPin } from './refused-pin.ts';
import { ecdsaInDer, signedForm } from './signature-forms.ts';
import { TokenKeyError, type TokenKeyOptions, type TokenProblem } from './token-key-error.ts';
import { TokenBroken, TokenProcess } from './token-process.ts';

export interface TokenSignerOptions extends TokenKeyOptions {
  /** Certificate and issuers, when they are not in the token. */
  certificates: readonly Certificate[] | undefined;
  /** How long the token may take to answer, milliseconds. */
  timeoutMs: number;
  /** `seal-keys`, where a PIN that was refused is noted. */
  folder: string;
}

/** The token cannot sign at this moment: what is to be sealed waits. The message is for people. */
export class SealTokenUnavailable extends Error {
  override readonly name = 'SealTokenUnavailable';
}

const PIN_ONCE =
  'Não será tentado de novo com o mesmo PIN, para que o token não se bloqueie: corrija SEAL_PKCS11_PIN e reinicie.';

const WORDS: Readonly<Record<TokenProblem, (detail: string) => string>> = {
  'module-unusable': (detail) => `SEAL_PKCS11_MODULE não pode ser carregado: ${detail}`,
  'token-absent': (detail) =>
    `o token do selo não está presente${detail === '' ? ' (nenhum está)' : `; presentes: ${detail}`}`,
  'tokens-several': (detail) =>
    `há mais de um token (${detail}): escolha um por SEAL_PKCS11_TOKEN ou SEAL_PKCS11_SERIAL`,
  'pin-refused': (detail) => `o token "${detail}" recusou o PIN (SEAL_PKCS11_PIN). ${PIN_ONCE}`,
  'pin-locked': (detail) =>
    `o PIN do token "${detail}" está bloqueado: desbloqueie-o com o PIN de segurança (SO)`,
  'pin-last-try': (detail) =>
    `o token "${detail}" aceita só mais uma tentativa de PIN: entre nele uma vez com o PIN certo por outra ferramenta, e reinicie`,
  'key-absent': () =>
    'o token não tem a chave privada do selo: confira SEAL_PKCS11_KEY e SEAL_PKCS11_KEY_ID, e se ela pode assinar',
  'keys-several': (detail) =>
    `há mais de uma chave privada no token (${detail}): escolha uma por SEAL_PKCS11_KEY ou SEAL_PKCS11_KEY_ID`,
  'key-type': () => 'a chave do selo no token não é RSA nem EC',
};

/**
 * A signer over a key in a hardware module, by PKCS #11. The module is loaded in a process of its own, which is replaced
 * when the token was away, a session ended or no answer came; the PIN is given once for each such process, and never
 * again once it was refused.
 *
 * @throws SealKeysUnusable
 */
export async function openTokenSigner(options: TokenSignerOptions): Promise<SealSigner> {
  const token = new TokenClient(options);
  try {
    const { certificates: inToken } = await token.opened();
    return await signerOf(token, options.certificates ?? inToken.map((der) => readCertificate(der)));
  } catch (error) {
    if (error instanceof SealTokenUnavailable)
      throw new SealKeysUnusable(`${error.message}.`.replace(/\.\.$/, '.'), { cause: error });
    throw error;
  }
}

async function signerOf(token: TokenClient, certificates: readonly Certificate[]): Promise<SealSigner> {
  if (certificates.length === 0)
    throw new SealKeysUnusable(
      'o token não tem certificado: grave nele o da chave do selo, ou indique SEAL_PKCS11_CERTIFICATES.',
    );
  // Of certificates that others are issued by none seals.
  const ends = certificates.filter(
    (certificate) => !certificates.some((other) => other !== certificate && isIssuedBy(other, certificate)),
  );
  for (const certificate of ends) {
    try {
      const sign = (data: Uint8Array, algorithm: SealSigner['algorithm']) => token.sign(data, algorithm);
      return await openExternalSigner({ certificate, chain: chainOf(certificate, certificates), sign });
    } catch (error) {
      if (!(error instanceof SealRefusedError)) throw error;
    }
  }
  throw new SealKeysUnusable(
    'nenhum certificado é o da chave do selo no token, ou a chave não é RSA de 2048 a 4096 bits, P-256 ou P-384.',
  );
}

function chainOf(certificate: Certificate, candidates: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  for (let current = certificate; ;) {
    const issuer = candidates.find((other) => other !== current && isIssuedBy(current, other));
    if (issuer === undefined || chain.includes(issuer)) return chain;
    chain.push(issuer);
    current = issuer;
  }
}

interface Opened {
  process: TokenProcess;
  type: 'rsa' | 'ec';
  certificates: readonly Uint8Array[];
}

/** Keeps one process that has the key open. */
class TokenClient {
  readonly #options: TokenSignerOptions;
  readonly #refusedPin: RefusedPin;
  #opening: Promise<Opened> | undefined;
  #current: Opened | undefined;

  constructor(options: TokenSignerOptions) {
    this.#options = options;
    this.#refusedPin = new RefusedPin(options.folder);
  }

  /** @throws SealTokenUnavailable */
  opened(): Promise<Opened> {
    this.#opening ??= this.#open().then(
      (opened) => (this.#current = opened),
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }

  /** A token that was away, or whose session ended, is opened anew and asked once more. @throws SealTokenUnavailable */
  async sign(data: Uint8Array, algorithm: SealSigner['algorithm']): Promise<Uint8Array> {
    const first = await this.opened();
    try {
      return await signBy(first, data, algorithm);
    } catch (error) {
      if (!(error instanceof TokenBroken)) throw error;
      this.#discard(first);
    }
    const second = await this.opened();
    try {
      return await signBy(second, data, algorithm);
    } catch (error) {
      if (!(error instanceof TokenBroken)) throw error;
      this.#discard(second);
      throw new SealTokenUnavailable(`o token do selo não assinou: ${error.message}`, { cause: error });
    }
  }

  /** Of several signatures that fail together, the first has another process opened. */
  #discard(opened: Opened): void {
    opened.process.end();
    if (this.#current !== opened) return;
    this.#current = undefined;
    this.#opening = undefined;
  }

  async #open(): Promise<Opened> {
    const { certificates: _given, folder: _folder, timeoutMs, ...key } = this.#options;
    if (await this.#refusedPin.isIt(key.pin))
      throw new SealTokenUnavailable(`este PIN (SEAL_PKCS11_PIN) já foi recusado pelo token. ${PIN_ONCE}`);
    const process = new TokenProcess(timeoutMs);
    try {
      const { type, certificates } = await process.open(key);
      await this.#refusedPin.forget();
      return { process, type, certificates };
    } catch (error) {
      process.end();
      if (error instanceof TokenKeyError && error.problem === 'pin-refused')
        await this.#refusedPin.note(key.pin);
      throw asUnavailable(error);
    }
  }
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof TokenKeyError)
    return new SealTokenUnavailable(WORDS[error.problem](error.message), { cause: error });
  if (error instanceof TokenBroken)
    return new SealTokenUnavailable(`o módulo do token do selo falhou: ${error.message}`, { cause: error });
  return error;
}

async function signBy(
  { process, type }: Opened,
  data: Uint8Array,
  algorithm: SealSigner['algorithm'],
): Promise<Uint8Array> {
  if ((type === 'rsa') !== algorithm.startsWith('rsa-'))
    throw new SealRefusedError('key-does-not-match', `the key is ${type}, the certificate's is not`);
  const signature = await process.sign(signedForm(data, algorithm));
  return type === 'rsa' ? signature : ecdsaInDer(signature);
}
