import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import {
  assembleAuthority,
  createLocalAuthority,
  createSigner,
  heldCertificateFromPem,
  isIssuedBy,
  issueRoleCertificate,
  KeyFileError,
  readCertificate,
  type Certificate,
  type HeldCertificate,
  type LocalAuthority,
  type LocalRole,
  type SigningCertificate,
} from '@lacre/pades';

import { sha256Of } from './certificate-hash.ts';
import { putFile, syncFolder, writeSynced } from './durable-files.ts';
import { revokedCertificates } from './revoked-certificates.ts';
import { damaged, mismatched, readKept } from './unusable-keys.ts';

export interface LocalAuthorityOptions {
  folder: string;
  /** Named in the certificates. */
  organization: string;
  /** Where the authority answers; its certificates say so. */
  authorityUrl?: string | undefined;
  now: Date;
}

/** How long before its end people hear of a seal certificate, and one of the local authority is replaced, days. */
export const RENEW_DAYS_AHEAD = 60;

/** What each role's certificate must have left, days: a time stamp proves nothing beyond the end of its own. */
const LEAST_DAYS: Readonly<Record<LocalRole, number>> = {
  seal: RENEW_DAYS_AHEAD,
  ocsp: RENEW_DAYS_AHEAD,
  timeStamping: 730,
};

const AUTHORITY = 'authority';
const ROLES: readonly LocalRole[] = ['seal', 'ocsp', 'timeStamping'];
/** Signs in a fraction of RSA's time, and has no end set yet (NIST SP 800-57 part 1, 5.6.1). */
const KEY_TYPE = 'ec-p256';
const DAY_MS = 86_400_000;
/** A certificate is there for this long before it seals; signers look at the folder more often (`keep-keys.ts`). */
export const KNOWN_BEFORE_MS = 15 * 60_000;

/**
 * Opens the authority of this installation, made at first start, with a certificate for each role that lasts long
 * enough. Processes that start at once end up with the same: the first authority renamed
 * into place wins, and of several certificates for a role every process takes the one that lasts longest.
 *
 * @throws SealKeysUnusable
 */
export async function openLocalAuthority(options: LocalAuthorityOptions): Promise<LocalAuthority> {
  const folder = join(options.folder, AUTHORITY);
  await readdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeAuthority(options, folder);
  });
  const held = (name: string): Promise<HeldCertificate> =>
    readHeld(join(folder, `${name}Key.pem`), join(folder, `${name}Certificate.pem`));
  const root = signing(await held('root'), []);
  const authorities = { root, issuing: signing(await held('issuing'), [root.certificate]) };
  if (!isIssuedBy(authorities.issuing.certificate, root.certificate))
    throw mismatched(`issuingCertificate.pem não é da autoridade de rootCertificate.pem, em ${folder}`);
  const roles: Record<string, HeldCertificate> = {};
  for (const role of ROLES) {
    const known = await heldFor(options.folder, role);
    const isLasting = known.some((each) => lastsLongEnough(each, LEAST_DAYS[role], options.now));
    if (!isLasting) known.push(await renewRole(options, role, authorities));
    roles[role] = chosen(role, known, options.now);
  }
  return assembleAuthority({ ...authorities, ...(roles as Record<LocalRole, HeldCertificate>) });
}

/**
 * One more key and certificate to seal by, from the authority that there is: every signer takes it up by itself.
 *
 * @throws SealKeysUnusable
 */
export async function rotateSealKey(options: LocalAuthorityOptions): Promise<Certificate> {
  const { root, issuing } = await openLocalAuthority(options);
  return (await renewRole(options, 'seal', { root, issuing })).certificate;
}

/** Certificates that the authority issued to seal by, those revoked left out; which of them seals now. */
export async function ownSealCertificates(
  folder: string,
  now: Date,
): Promise<{ all: readonly Certificate[]; current: Certificate | undefined }> {
  const held = await heldFor(folder, 'seal');
  const current = held.length === 0 ? undefined : chosen('seal', held, now).certificate;
  return { all: held.map(({ certificate }) => certificate), current };
}

/** A key and its certificate in files of their own, or in one. @throws SealKeysUnusable */
async function readHeld(keyPath: string, certificatePath: string): Promise<HeldCertificate> {
  const key = await readKept(keyPath);
  const certificate = await readKept(certificatePath);
  try {
    readCertificate(certificate);
  } catch {
    throw damaged(certificatePath);
  }
  try {
    return heldCertificateFromPem(key, certificate);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw error.code === 'no-certificate'
      ? mismatched(`${keyPath} não é a chave de ${certificatePath}`)
      : damaged(keyPath);
  }
}

const signing = (held: HeldCertificate, chain: readonly Certificate[]): SigningCertificate => ({
  ...held,
  signer: createSigner({
    privateKey: held.privateKey,
    certificate: held.certificate.der,
    chain: chain.map(({ der }) => der),
  }),
});

const lastsLongEnough = ({ certificate }: HeldCertificate, days: number, now: Date): boolean =>
  certificate.notAfter.getTime() - now.getTime() > days * DAY_MS;

/**
 * The one that lasts longest; to seal by, of those that every signer knows by now, so that none takes a seal of another
 * signer for a stranger's.
 */
function chosen(role: LocalRole, held: readonly HeldCertificate[], now: Date): HeldCertificate {
  const byEnd = held.toSorted((a, b) => b.certificate.notAfter.getTime() - a.certificate.notAfter.getTime());
  const isKnown = ({ certificate: { notBefore, notAfter } }: HeldCertificate): boolean =>
    now.getTime() - notBefore.getTime() >= KNOWN_BEFORE_MS && notAfter > now;
  const found = (role === 'seal' ? byEnd.find(isKnown) : undefined) ?? byEnd[0];
  if (found === undefined) throw new Error(`no certificate for ${role}`);
  return found;
}

async function renewRole(
  options: LocalAuthorityOptions,
  role: LocalRole,
  authorities: Pick<LocalAuthority, 'root' | 'issuing'>,
): Promise<HeldCertificate> {
  const { organization, now, authorityUrl } = options;
  const issued = await issueRoleCertificate(role, authorities, {
    organization,
    now,
    keyType: KEY_TYPE,
    ...(authorityUrl === undefined ? {} : { authorityUrl }),
  });
  const folder = roleFolder(options.folder, role);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const key = issued.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const name = `${sha256Of(issued.certificate)}.pem`;
  await putFile(folder, name, `${key}${issued.certificate.x509.toString()}`);
  return issued;
}

const roleFolder = (parent: string, role: LocalRole): string => join(parent, 'roles', role);

/** The role's keys and certificates; those that were revoked are used no more. */
async function heldFor(parent: string, role: LocalRole): Promise<HeldCertificate[]> {
  const folder = roleFolder(parent, role);
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).toSorted();
  const stored = await Promise.all(names.map((name) => readHeld(join(folder, name), join(folder, name))));
  // Before roles were renewable, the seal's first certificate lay beside its authority's.
  const beside = (file: string): string => join(parent, AUTHORITY, file);
  if (role === 'seal') stored.unshift(await readHeld(beside('sealKey.pem'), beside('sealCertificate.pem')));
  const revoked = new Set((await revokedCertificates(parent)).map(({ sha256 }) => sha256));
  return stored.filter(({ certificate }) => !revoked.has(sha256Of(certificate)));
}

async function makeAuthority(options: LocalAuthorityOptions, folder: string): Promise<void> {
  const { folder: parent, organization, now, authorityUrl } = options;
  const made = await createLocalAuthority({
    organization,
    now,
    keyType: KEY_TYPE,
    ...(authorityUrl === undefined ? {} : { authorityUrl }),
  });
  const aside = join(parent, `${AUTHORITY}.${randomUUID()}`);
  await mkdir(aside, { mode: 0o700 });
  const {
    ocspKey: _o,
    ocspCertificate: _oc,
    timeStampingKey: _t,
    timeStampingCertificate: _tc,
    ...pems
  } = made.toPem();
  for (const [name, pem] of Object.entries(pems)) await writeSynced(join(aside, `${name}.pem`), pem);
  await syncFolder(aside);
  // Commit point: before it a crash leaves a folder that is not read, after it the authority is whole.
  await rename(aside, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(aside, { recursive: true, force: true });
    // Another process was first; its authority counts.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await syncFolder(parent);
}
