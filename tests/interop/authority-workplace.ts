import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import {
  answerTimeStampRequest,
  createLocalAuthority,
  LOCAL_TIME_STAMP_POLICY,
  type LocalAuthority,
  type SealKeyType,
} from '@lacre/pades';

const run = promisify(execFile);
const AUTHORITY_URL = 'http://ac.exemplo.com.br';
/** Where a Python with pyHanko is; `.ci/run` sets it. */
const PYTHON = process.env['PYHANKO_PYTHON'] ?? 'python3';
/** What is stamped, and in the file `data`. */
export const DATA = 'what is stamped';

/** A local authority, and its files in a folder where programs find them. */
export class Workplace {
  readonly held: LocalAuthority;
  readonly folder: string;

  constructor(held: LocalAuthority, folder: string) {
    this.held = held;
    this.folder = folder;
  }

  static async make(keyType: SealKeyType): Promise<Workplace> {
    const folder = await mkdtemp(join(tmpdir(), 'authorities-interop-'));
    const held = await createLocalAuthority({
      organization: 'Interoperável',
      now: new Date(),
      keyType,
      authorityUrl: AUTHORITY_URL,
    });
    const pem = held.toPem();
    const place = new Workplace(held, folder);
    await place.write('root.pem', pem.rootCertificate);
    await place.write('root.key', pem.rootKey);
    await place.write('issuing.pem', pem.issuingCertificate);
    await place.write('issuing.key', pem.issuingKey);
    await place.write('seal.pem', pem.sealCertificate);
    await place.write('seal.key', pem.sealKey);
    await place.write('ocsp.pem', pem.ocspCertificate);
    await place.write('ocsp.key', pem.ocspKey);
    await place.write('tsa.pem', pem.timeStampingCertificate);
    await place.write('tsa.key', pem.timeStampingKey);
    await place.write('issuers.pem', pem.issuingCertificate + pem.rootCertificate);
    await place.write('data', DATA);
    await place.write('serial', '01\n');
    return place;
  }

  write(name: string, bytes: string | Uint8Array): Promise<void> {
    return writeFile(join(this.folder, name), bytes);
  }

  read(name: string): Promise<Buffer> {
    return readFile(join(this.folder, name));
  }

  /** Several files as one text. */
  async joined(...names: readonly string[]): Promise<string> {
    return Buffer.concat(await Promise.all(names.map((name) => this.read(name)))).toString();
  }

  /** What OpenSSL says, on both of its outputs; rejects when it fails. */
  async openssl(...args: readonly string[]): Promise<string> {
    const { stdout, stderr } = await run('openssl', args, { cwd: this.folder });
    return stdout + stderr;
  }

  /** The same of a run that ought to fail. */
  async opensslFailing(...args: readonly string[]): Promise<string> {
    return this.openssl(...args).then(
      (said) => {
        throw new Error(`accepted: ${said}`);
      },
      (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
    );
  }

  answerTimeStamp(request: Uint8Array): Promise<Buffer> {
    const { signer } = this.held.timeStamping;
    const authority = { signer, policy: LOCAL_TIME_STAMP_POLICY };
    return answerTimeStampRequest(request, authority, new Date(), randomBytes(16));
  }
}

export async function writeByPyhanko(place: Workplace, request: object): Promise<void> {
  const script = fileURLToPath(new URL('write-with-pyhanko.py', import.meta.url));
  await new Promise<void>((resolve, reject) => {
    const child = spawn(PYTHON, [script], { stdio: ['pipe', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (status) => (status === 0 ? resolve() : reject(new Error(`exit ${status}`))));
    child.stdin.end(JSON.stringify(request));
  });
}
