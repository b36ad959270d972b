import { execFileSync } from 'node:child_process';

import { authority, NOW, PASSWORD, toPfx } from '@lacre/pades-lab/fixtures/authorities';
import { pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { expect, test } from 'vitest';

import { sealPdf } from '../seal/seal-pdf.ts';
import { validatePdf } from '../validate/validate-pdf.ts';
import { loadPfx } from './load-pfx.ts';

const LEGACY = {
  'RC2-40 and 3DES, SHA-1': [
    '-legacy',
    '-certpbe',
    'PBE-SHA1-RC2-40',
    '-keypbe',
    'PBE-SHA1-3DES',
    '-macalg',
    'sha1',
  ],
  '3DES for both': ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
  'AES-256 and SHA-256': ['-certpbe', 'AES-256-CBC', '-keypbe', 'AES-256-CBC', '-macalg', 'sha256'],
} as const;

test.for(Object.keys(LEGACY) as (keyof typeof LEGACY)[])('opens a PFX of %s, RSA and EC', async (kind) => {
  for (const keyType of ['rsa-2048', 'ec-p256', 'ec-p384'] as const) {
    const held = await authority(keyType);
    const loaded = loadPfx(toPfx(held, 'segredo', LEGACY[kind]), 'segredo');
    expect(loaded.privateKey.equals(held.seal.privateKey)).toBe(true);
    expect(Buffer.compare(loaded.certificate.der, held.seal.certificate.der)).toBe(0);
    expect(loaded.chain.map(({ commonName }) => commonName)).toEqual(
      [held.issuing, held.root].map(({ certificate }) => certificate.commonName),
    );
    const sealed = await sealPdf({
      pdf: await pdfLibDocument(false),
      signer: loaded.signer,
      signingTime: NOW,
    });
    const options = { trustedSealCertificates: [loaded] };
    expect((await validatePdf(Buffer.concat(sealed.pdf), options)).verdict).toBe('intact');
  }
});

test('opens by a password beyond ASCII, and by no other', async () => {
  for (const options of Object.values(LEGACY)) {
    const pfx = toPfx(await authority(), PASSWORD, options);
    expect(loadPfx(pfx, PASSWORD).chain).toHaveLength(2);
    expect(() => loadPfx(pfx, 'senha-ça')).toThrow(expect.objectContaining({ code: 'wrong-password' }));
  }
});

test('a wrong password, a malformed file, and a file without a key have different error codes', async () => {
  const held = await authority();
  const pfx = toPfx(held, 'segredo');
  expect(() => loadPfx(pfx, 'errada')).toThrow(expect.objectContaining({ code: 'wrong-password' }));
  expect(() => loadPfx(Buffer.from('not a PFX'), '')).toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  );
  expect(() => loadPfx(pfx.subarray(0, 900), 'segredo')).toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  );
  const onlyCertificates = toPfx(held, 'segredo', ['-nokeys']);
  expect(() => loadPfx(onlyCertificates, 'segredo')).toThrow(
    expect.objectContaining({ code: 'no-private-key' }),
  );
});

test('OpenSSL builds the chain of a local authority, whose names say what it is', async () => {
  const { root, seal, ...held } = await authority('ec-p256');
  const pem = held.toPem();
  const text = execFileSync('openssl', ['x509', '-noout', '-text'], {
    input: pem.sealCertificate,
    encoding: 'utf8',
  });
  expect(text).toContain('Digital Signature, Non Repudiation');
  expect(text).toContain('CA:FALSE');
  expect(root.certificate.x509.checkIssued(root.certificate.x509)).toBe(true);
  for (const { certificate } of [root, seal]) {
    expect(certificate.x509.subject).toContain('fora da ICP-Brasil');
  }
});
