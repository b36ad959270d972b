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
  PemError,
  readCertificate,
  type Certificate,
  type HeldCertificate,
  type LocalAuthority,
  type LocalRole,
  type SigningCertificate,
} from '@lacre/pades';

import { sha256Of } from './certificate-hash.ts';
import { putFile, syncFolder, writeSynced } from './durable-files.ts';
import { damaged, mismatched, readKept } from './unusable-keys.ts';

export interface LocalAuthorityOptions {
  folder: string;
  /** Named in the certificates. */
  organization: string;
  /** Where the authority answers; its certificates say so. */
  authorityUrl?: string | undefined;
  now: Date;
}

/** How long before its end people are told of a seal certificate, and one of the local authority is replaced, days. */
export const RENEW_DAYS_AHEAD = 60;

/** What each role's certificate must have left, days: a time stamp proves nothing beyond the end of its own. */
const LEAST_DAYS: Readonly<Record<LocalRole, number>> = {
  seal: RENEW_DAYS_AHEAD,
  ocsp: RENEW_DAYS_AHEAD,
  timeStamping: 730,
};

const AUTHORITY = 'authority';
const ROLES: readonly LocalRole[] = ['seal', 'ocsp', 'timeStamping'];
/** Signs in a fraction of RSA's time, and is not yet given an end by anybody (NIST SP 800-57 part 1, 5.6.1). */
const KEY_TYPE = 'ec-p256';
const DAY_MS = 86_400_000;

/**
 * Opens the authority of this installation, made at first start, with a certificate for each role that lasts long
 * enough. Processes that start at once end up with the same: the first authority renamed
 * into place wins, and of several certificates for a role everybody takes the one that lasts longest.
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
  // Before roles were renewable, the seal's first certificate lay beside its authority's.
  const first = await held('seal');
  const roles: Record<string, HeldCertificate> = {};
  for (const role of ROLES) {
    const known = await newest(options.folder, role, role === 'seal' ? first : undefined);
    roles[role] = lastsLongEnough(known, LEAST_DAYS[role], options.now)
      ? known
      : await renewRole(options, role, authorities, known);
  }
  return assembleAuthority({ ...authorities, ...(roles as Record<LocalRole, HeldCertificate>) });
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
    if (!(error instanceof PemError)) throw error;
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

function lastsLongEnough(
  held: HeldCertificate | undefined,
  days: number,
  now: Date,
): held is HeldCertificate {
  return held !== undefined && held.certificate.notAfter.getTime() - now.getTime() > days * DAY_MS;
}

async function renewRole(
  options: LocalAuthorityOptions,
  role: LocalRole,
  authorities: Pick<LocalAuthority, 'root' | 'issuing'>,
  known: HeldCertificate | undefined,
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
  return (await newest(options.folder, role, known)) ?? issued;
}

const roleFolder = (parent: string, role: LocalRole): string => join(parent, 'roles', role);

/** The role's certificate that lasts longest. */
async function newest(
  parent: string,
  role: LocalRole,
  first: HeldCertificate | undefined,
): Promise<HeldCertificate | undefined> {
  const folder = roleFolder(parent, role);
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).toSorted();
  const stored = await Promise.all(names.map((name) => readHeld(join(folder, name), join(folder, name))));
  return [...(first ? [first] : []), ...stored]
    .toSorted((a, b) => a.certificate.notAfter.getTime() - b.certificate.notAfter.getTime())
    .at(-1);
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
  // Commit point: before it a crash leaves a folder nobody reads, after it the authority is whole.
  await rename(aside, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(aside, { recursive: true, force: true });
    // Somebody else was first; theirs counts.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await syncFolder(parent);
}
