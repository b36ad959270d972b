import { loadPem, type SealSigner } from '@lacre/pades';
import { loadPfx } from '@lacre/pades/pfx';

import { CommandError } from '../terminal/command-error.ts';
import { readNamedFile } from '../terminal/read-file.ts';

/**
 * The signer in a PFX or PEM file, distinguished by content.
 *
 * @param passwordVariable environment variable that holds the password
 * @throws CommandError, KeyFileError, SealRefusedError
 */
export function openKey(path: string, passwordVariable: string | undefined): SealSigner {
  const password = passwordVariable === undefined ? undefined : process.env[passwordVariable];
  if (passwordVariable !== undefined && password === undefined) {
    throw new CommandError(`the environment variable ${passwordVariable} is not set`);
  }
  const bytes = readNamedFile(path);
  if (bytes.includes('-----BEGIN ')) return loadPem(bytes.toString('latin1'), password).signer;
  return loadPfx(bytes, password ?? '').signer;
}
