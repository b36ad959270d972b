import type { RestrictionsLifted } from '@lacre/contracts';

import type { RefusalName } from '../intake-refusal.ts';
import { runQpdf } from './qpdf.ts';

interface EncryptedInput {
  pdf: Uint8Array;
  password: string | undefined;
  mayLiftRestrictions: boolean;
}

export type Unlocked = { pdf: Uint8Array; lifted: RestrictionsLifted | undefined } | { refusal: RefusalName };

/** As qpdf's JSON (version 2, key `encrypt`) has it: what the author allows readers. */
interface Encryption {
  userpasswordmatched: boolean;
  ownerpasswordmatched: boolean;
  capabilities: Record<
    'accessibility' | 'extract' | 'modify' | 'modifyassembly' | 'printhigh' | 'printlow',
    boolean
  >;
}

/**
 * The file without its encryption. Who has the owner's password may do anything with it; where the file opens without a
 * password, or with the one that only opens it, printing and assembling must be allowed (ISO 32000-2, Table 22, bits 3
 * and 11), or the sender must have stated the right to it.
 */
export async function liftEncryption(input: EncryptedInput): Promise<Unlocked> {
  const opened = await decrypted(input.pdf, input.password ?? '');
  if (!opened) return { refusal: input.password === undefined ? 'encrypted' : 'wrongPassword' };
  const encryption = await encryptionOf(input.pdf, input.password ?? '');
  if (encryption.ownerpasswordmatched) return { pdf: opened, lifted: undefined };
  const { printlow, printhigh, modifyassembly, modify } = encryption.capabilities;
  if ((printlow || printhigh) && (modifyassembly || modify)) return { pdf: opened, lifted: 'allowed' };
  if (input.mayLiftRestrictions) return { pdf: opened, lifted: 'stated' };
  return { refusal: 'restricted' };
}

async function decrypted(pdf: Uint8Array, password: string): Promise<Uint8Array | undefined> {
  const { status, read } = await runQpdf(
    [`--password=${password}`, '--decrypt', '--stream-data=preserve', '/in.pdf', '/out.pdf'],
    { '/in.pdf': pdf },
  );
  return status === 2 ? undefined : read('/out.pdf');
}

async function encryptionOf(pdf: Uint8Array, password: string): Promise<Encryption> {
  const { read } = await runQpdf(
    [`--password=${password}`, '--json=2', '--json-key=encrypt', '/in.pdf', '/encrypt.json'],
    { '/in.pdf': pdf },
  );
  const { encrypt } = JSON.parse(Buffer.from(read('/encrypt.json')).toString('utf8')) as {
    encrypt: Encryption;
  };
  return encrypt;
}
