import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';

import type { AttachmentSource, BaselineLevel, SealSigner } from '@lacre/pades';

import type { Authorities } from '../authorities/authorities.ts';
import { localAuthorities } from '../authorities/local-authorities.ts';
import { openLocalAuthority } from '../authorities/local-authority-folder.ts';
import { remoteAuthorities } from '../authorities/remote-authorities.ts';
import { certificatesIn } from '../terminal/certificates-in.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { levelNamed } from '../terminal/level-named.ts';
import { plainText, sizeText } from '../terminal/plain-text.ts';
import { readNamedFile } from '../terminal/read-file.ts';
import { openKey } from './open-key.ts';
import { sealTo } from './seal-to.ts';

const OPTIONS = {
  key: { type: 'string' },
  'password-env': { type: 'string' },
  level: { type: 'string', default: 'B-LTA' },
  tsa: { type: 'string' },
  anchor: { type: 'string', multiple: true },
  local: { type: 'string' },
  evidence: { type: 'string' },
  attach: { type: 'string', multiple: true },
  name: { type: 'string' },
  reason: { type: 'string' },
  location: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

/** `pades seal`. */
export async function sealCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0)
    throw new CommandError('seal takes one file; see pades help seal');
  const level = levelNamed(values.level);
  const out = values.out ?? `${path.slice(0, path.length - extname(path).length)}.sealed.pdf`;
  if (!values.force && existsSync(out))
    throw new CommandError(`${out} is there already; --force replaces it`);
  const pdf = readNamedFile(path);
  const evidence = values.evidence === undefined ? undefined : readNamedFile(values.evidence);
  const attachments = (values.attach ?? []).map(attachmentAt);
  const { signer, authorities } = await sealerFrom(values, level);
  const sealed = await sealTo(level, pdf, {
    signer,
    authorities,
    anchors: (values.anchor ?? []).flatMap(certificatesIn),
    now: () => new Date(),
    tell: (message) => process.stderr.write(`${plainText(message)}\n`),
    content: {
      ...(evidence && { evidence }),
      ...(attachments.length > 0 && { attachments }),
      name: values.name,
      reason: values.reason,
      location: values.location,
    },
  });
  writeWhole(out, sealed.pdf);
  process.stdout.write(`${out}: ${level}, ${sizeText(sealed.sizeBytes)}, SHA-256 ${sealed.sha256}\n`);
  return EXIT.ok;
}

async function sealerFrom(
  values: Values,
  level: BaselineLevel,
): Promise<{ signer: SealSigner; authorities: Authorities }> {
  const { key, local, tsa } = values;
  if ((key === undefined) === (local === undefined)) {
    throw new CommandError('either --key or --local is needed; see pades help seal');
  }
  if (local !== undefined) {
    if (tsa !== undefined)
      throw new CommandError('--local has a time-stamp authority of its own; leave --tsa out');
    const held = await openLocalAuthority(local, new Date());
    process.stderr.write(`local authority in ${plainText(local)}: only this folder vouches for the seal\n`);
    return { signer: held.signer, authorities: localAuthorities(held, () => new Date()) };
  }
  if (level !== 'B-B' && tsa === undefined) {
    throw new CommandError(
      `${level} needs a time-stamp authority: --tsa URL; without one there is only --level B-B`,
    );
  }
  return { signer: openKey(key ?? '', values['password-env']), authorities: remoteAuthorities(tsa) };
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
};

function attachmentAt(path: string): AttachmentSource {
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return { name: basename(path), mediaType, bytes: readNamedFile(path) };
}

/** A copy that is there is whole: it is written beside, and renamed. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const aside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(aside, bytes, { flag: 'wx' });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}`);
  }
}
