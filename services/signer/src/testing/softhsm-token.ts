import { execFileSync } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { heldCertificateFromPem, issueCertificate, type Certificate } from '@lacre/pades';

const MODULE = '/usr/lib/softhsm/libsofthsm2.so';
export const PIN = '271828';

/** Tokens of SoftHSM in a folder of their own (Debian: `softhsm2`, `opensc`). The environment names the folder. */
export class SoftHsm {
  readonly module = MODULE;
  readonly tokens: string;

  constructor(folder: string) {
    this.tokens = join(folder, 'tokens');
    mkdirSync(this.tokens);
    const configuration = join(folder, 'softhsm2.conf');
    writeFileSync(configuration, `directories.tokendir = ${this.tokens}\nobjectstore.backend = file\n`);
    process.env['SOFTHSM2_CONF'] = configuration;
  }

  makeToken(label: string): void {
    execFileSync('softhsm2-util', [
      '--init-token',
      '--free',
      '--label',
      label,
      '--pin',
      PIN,
      '--so-pin',
      '314159',
    ]);
  }

  /** @param type as pkcs11-tool names it: `EC:prime256v1`, `rsa:2048` */
  makeKey(token: string, { label, id, type }: { label: string; id: string; type: string }): KeyObject {
    this.#tool(token, '--keypairgen', '--key-type', type, '--label', label, '--id', id);
    const file = join(this.tokens, '..', `${label}.spki`);
    this.#tool(token, '--read-object', '--type', 'pubkey', '--id', id, '--output-file', file);
    return createPublicKey({ key: readFileSync(file), format: 'der', type: 'spki' });
  }

  putCertificate(token: string, { label, id }: { label: string; id: string }, { der }: Certificate): void {
    const file = join(this.tokens, '..', `${label}.cer`);
    writeFileSync(file, der);
    this.#tool(token, '--write-object', file, '--type', 'cert', '--label', label, '--id', id);
  }

  #tool(token: string, ...args: string[]): void {
    execFileSync(
      'pkcs11-tool',
      ['--module', MODULE, '--token-label', token, '--login', '--pin', PIN, ...args],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
  }
}

/** The certificate of a key by the authority that an installation made, whose OCSP answers for it. @param folder `seal-keys` */
export function certifiedBy(
  folder: string,
  publicKey: KeyObject,
): { certificate: Certificate; chain: Certificate[] } {
  const at = (name: string): string => readFileSync(join(folder, 'authority', `${name}.pem`), 'utf8');
  const issuing = heldCertificateFromPem(at('issuingKey'), at('issuingCertificate'));
  const root = heldCertificateFromPem(at('rootKey'), at('rootCertificate'));
  const now = Date.now();
  const certificate = issueCertificate({
    subject: { countryName: 'BR', organizationName: 'Banco Exemplo S.A.', commonName: 'Selo em hardware' },
    publicKey,
    issuer: issuing,
    notBefore: new Date(now - 60_000),
    notAfter: new Date(now + 300 * 86_400_000),
    profile: { kind: 'document-seal' },
  });
  return { certificate, chain: [issuing.certificate, root.certificate] };
}
