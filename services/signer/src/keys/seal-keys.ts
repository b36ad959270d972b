import { mkdir } from 'node:fs/promises';

import {
  loadPem,
  type Certificate,
  type LocalAuthority,
  type RevokedCertificate,
  type SealSigner,
  type TrustedSealCertificate,
} from '@lacre/pades';

import { sha256Of } from './certificate-hash.ts';
import {
  type CertificateUse,
  registerChangedAt,
  rememberCertificate,
  rememberedCertificates,
  type KnownCertificate,
} from './certificate-register.ts';
import { openLocalAuthority, ownSealCertificates } from './local-authority-folder.ts';
import { revokedCertificates } from './revoked-certificates.ts';
import { opening, readNamed } from './unusable-keys.ts';

export interface SealKeysOptions {
  /** Holds the local authority's keys and the certificates ever used. Made when missing, for this user alone. */
  folder: string;
  /** Named in the certificates of a local authority. */
  organization: string;
  /** Where the local authority answers. */
  authorityUrl?: string | undefined;
  /** Key and certificate to seal with, PKCS #12 or PEM; without it the local authority's own. */
  keyFile?: { path: string; password: string } | undefined;
  /** A key outside this process, in place of a file. */
  external?: SealSigner | undefined;
  now: Date;
}

/** The seal certificate is not valid today: nothing may be sealed with it. */
export class SealCertificateExpired extends Error {
  override readonly name = 'SealCertificateExpired';
}

interface Current {
  signer: SealSigner;
  local: boolean;
  authority: LocalAuthority;
  known: Known;
}

interface Known extends Readonly<Record<CertificateUse, readonly KnownCertificate[]>> {
  /** Of the folder that they were read from. */
  changedAt: bigint | undefined;
}

/**
 * The key that seals, and every certificate whose seals and time stamps are ours: those used before stay, so that a
 * rotation leaves old seals verifiable.
 */
export class SealKeys {
  readonly #options: Omit<SealKeysOptions, 'now'>;
  #current: Current;

  private constructor(options: Omit<SealKeysOptions, 'now'>, current: Current) {
    this.#options = options;
    this.#current = current;
  }

  /** @throws SealKeysUnusable */
  static async open({ now, ...options }: SealKeysOptions): Promise<SealKeys> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    return new SealKeys(options, await load(options, now));
  }

  get signer(): SealSigner {
    return this.#current.signer;
  }

  /** SHA-256 of the seal certificate's DER, hexadecimal. */
  get certificateSha256(): string {
    return sha256Of(this.signer.certificate);
  }

  /** The seal certificate was made here: no public authority stands behind it. */
  get localAuthority(): boolean {
    return this.#current.local;
  }

  /** The authority of this installation, whichever certificate seals: its time stamps serve where no other is named. */
  get authority(): LocalAuthority {
    return this.#current.authority;
  }

  /** Certificates of the local authority that it took back, as of now. @throws SealKeysUnusable */
  revoked(): Promise<readonly RevokedCertificate[]> {
    return revokedCertificates(this.#options.folder);
  }

  /** The current certificate and the ones before it. */
  get trusted(): readonly TrustedSealCertificate[] {
    return this.#current.known.seal;
  }

  /** SHA-256 of the certificates among {@link trusted} that a local authority issued. */
  get localCertificates(): ReadonlySet<string> {
    const local = this.#current.known.seal.filter((known) => known.local);
    return new Set(local.map(({ certificate }) => sha256Of(certificate)));
  }

  /** What the certificates of every time-stamp authority used so far lead up to. */
  get timeStampAnchors(): readonly Certificate[] {
    return this.#current.known['time-stamp'].map(({ certificate, chain }) => chain.at(-1) ?? certificate);
  }

  /** Roots of the time-stamp authorities of others that were believed so far. */
  get remoteTimeStampRoots(): readonly Certificate[] {
    const remote = this.#current.known['time-stamp'].filter(({ local }) => !local);
    return remote.map(({ certificate, chain }) => chain.at(-1) ?? certificate);
  }

  /** A certificate that was used, followed by its issuers. @throws Error when it is not known */
  path(use: CertificateUse, sha256: string): readonly Certificate[] {
    const found = this.#current.known[use].find(({ certificate }) => sha256Of(certificate) === sha256);
    if (!found) throw new Error(`the keys' folder lacks the certificate ${sha256}`);
    return [found.certificate, ...found.chain];
  }

  /** The issuers of the seal certificate, PEM, nearest first, the root last. */
  get issuersPem(): string {
    return this.signer.chain.map(({ x509 }) => x509.toString()).join('');
  }

  /** Days until the seal certificate ends; negative once it has. */
  daysLeft(now: Date): number {
    return Math.floor((this.signer.certificate.notAfter.getTime() - now.getTime()) / 86_400_000);
  }

  /**
   * Reads the keys anew: a certificate about to end is replaced where it is ours to issue, or by the operator who
   * changed the file.
   */
  async refresh(now: Date): Promise<void> {
    this.#current = await load(this.#options, now);
  }

  /**
   * Takes up certificates that came to the folder since it was read: a tenant that was moved here from another
   * installation brings those that it was sealed with.
   *
   * @throws SealKeysUnusable
   */
  async takeUpCertificates(): Promise<void> {
    const { folder } = this.#options;
    if ((await registerChangedAt(folder)) === this.#current.known.changedAt) return;
    this.#current = { ...this.#current, known: await readKnown(folder) };
  }

  /** Keeps the certificate of a time-stamp authority, so that its time stamps are known from now on. */
  async rememberTimeStamping(known: KnownCertificate): Promise<void> {
    const before = this.#current.known['time-stamp'];
    const sha256 = sha256Of(known.certificate);
    if (before.some(({ certificate }) => sha256Of(certificate) === sha256)) return;
    await rememberCertificate(this.#options.folder, 'time-stamp', known);
    const { known: all } = this.#current;
    this.#current = { ...this.#current, known: { ...all, 'time-stamp': [...before, known] } };
  }
}

/** @throws SealCertificateExpired */
export function assertValid({ notBefore, notAfter }: Certificate, now: Date): void {
  if (now >= notBefore && now <= notAfter) return;
  throw new SealCertificateExpired(
    `the seal certificate is valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}`,
  );
}

async function load(options: Omit<SealKeysOptions, 'now'>, now: Date): Promise<Current> {
  const { folder, keyFile, external } = options;
  const authority = await openLocalAuthority({ ...options, now });
  const given = external ?? (keyFile && (await fromFile(keyFile)));
  const [signer, local] = [given ?? authority.signer, given === undefined];
  await rememberCertificate(folder, 'seal', { certificate: signer.certificate, chain: signer.chain, local });
  // One that another signer may begin to seal by is known here before it does.
  for (const certificate of local ? (await ownSealCertificates(folder, now)).all : [])
    await rememberCertificate(folder, 'seal', { certificate, chain: signer.chain, local });
  const stamping = authority.timeStamping.signer;
  await rememberCertificate(folder, 'time-stamp', {
    certificate: stamping.certificate,
    chain: stamping.chain,
    local: true,
  });
  return { signer, local, authority, known: await readKnown(folder) };
}

async function readKnown(folder: string): Promise<Known> {
  // Before the certificates: one that comes meanwhile is looked for again.
  const changedAt = await registerChangedAt(folder);
  return {
    changedAt,
    seal: await rememberedCertificates(folder, 'seal'),
    'time-stamp': await rememberedCertificates(folder, 'time-stamp'),
  };
}

async function fromFile({ path, password }: { path: string; password: string }): Promise<SealSigner> {
  const file = await readNamed('SEAL_PFX', path);
  const isPem = file.includes('-----BEGIN ');
  // Few installations seal by a PFX, and its library stays loaded.
  const { loadPfx } = await import('@lacre/pades/pfx');
  const open = () => (isPem ? loadPem(file.toString('utf8'), password) : loadPfx(file, password));
  return opening('SEAL_PFX', path, open).signer;
}
