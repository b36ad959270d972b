import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import {
  createLocalAuthority,
  type LocalAuthority,
  localAuthorityFromPem,
  type LocalAuthorityPem,
} from '@lacre/pades';

import { CommandError } from '../terminal/command-error.ts';

const NOTICE = `A local authority for trying out, made by \`pades seal --local\`.

No public authority stands behind it: a seal made with it proves only that its signer had this folder.
The keys in it are not protected by any password. trust.pem is what to validate against:

    pades validate FILE --trust trust.pem
`;

const ROLES = ['root', 'issuing', 'seal', 'ocsp', 'timeStamping'] as const;
const KEYS = ROLES.flatMap((role) => [`${role}Key`, `${role}Certificate`] as const);

/**
 * Where its certificates say that issuers, OCSP and CRLs are (RFC 5280, 4.2.1.13 and 4.2.2.1): validators of AdES take a
 * certificate that names no source of revocation for one that cannot be judged. No host of this name exists (RFC 6761,
 * 6.4); the sealed file carries all of the answers.
 */
const AUTHORITY_URL = 'http://pades-local.invalid/ca';

/** The authority in a folder, made there when the folder is empty or not there. @throws CommandError, KeyFileError */
export async function openLocalAuthority(folder: string, now: Date): Promise<LocalAuthority> {
  const names = namesIn(folder);
  if (names.length === 0) return makeLocalAuthority(folder, now);
  const missing = KEYS.map(fileName).filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new CommandError(`${folder} holds other things, but no ${missing[0]}; name an empty or new folder`);
  const pem = Object.fromEntries(KEYS.map((key) => [key, readFileSync(join(folder, fileName(key)), 'utf8')]));
  return localAuthorityFromPem(pem as unknown as LocalAuthorityPem);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new CommandError(code === 'ENOTDIR' ? `${folder} is not a folder` : message);
  }
}

/** `sealKey` is kept in `seal-key.pem`. */
function fileName(key: string): string {
  return `${key.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}.pem`;
}

async function makeLocalAuthority(folder: string, now: Date): Promise<LocalAuthority> {
  const made = await createLocalAuthority({
    organization: 'pades',
    now,
    keyType: 'ec-p256',
    authorityUrl: AUTHORITY_URL,
  });
  const pem = made.toPem();
  const parent = dirname(resolve(folder));
  mkdirSync(parent, { recursive: true });
  const aside = mkdtempSync(join(parent, `.${basename(folder)}-`));
  for (const key of KEYS) writeFileSync(join(aside, fileName(key)), pem[key], { mode: 0o600 });
  const trust = pem.sealCertificate + pem.issuingCertificate + pem.rootCertificate;
  writeFileSync(join(aside, 'trust.pem'), trust);
  writeFileSync(join(aside, 'README.txt'), NOTICE);
  try {
    // All of it or nothing: renaming onto an empty folder replaces it, onto another fails.
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true });
    throw new CommandError(`${folder} cannot be made: ${(error as Error).message}`);
  }
  return made;
}
