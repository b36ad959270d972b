import { createPrivateKey, generateKeyPairSync } from 'node:crypto';

import { authority, NOW, PASSWORD } from '@lacre/pades-lab/fixtures/authorities';
import { pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { expect, test } from 'vitest';

import { sealPdf } from '../seal/seal-pdf.ts';
import { validatePdf } from '../validate/validate-pdf.ts';
import { certificatesFromPem, heldCertificateFromPem, loadPem, localAuthorityFromPem } from './load-pem.ts';

const KEY_TYPES = ['rsa-2048', 'ec-p256', 'ec-p384'] as const;

function code(expected: string): unknown {
  return expect.objectContaining({ name: 'KeyFileError', code: expected });
}

test.for(KEY_TYPES)(
  'opens key, certificate and chain of %s in any order, and seals with it',
  async (keyType) => {
    const held = await authority(keyType);
    const pem = held.toPem();
    const loaded = loadPem(
      ['Bag Attributes', pem.rootCertificate, pem.sealCertificate, pem.sealKey, pem.issuingCertificate].join(
        '\n',
      ),
    );
    expect(loaded.privateKey.equals(held.seal.privateKey)).toBe(true);
    expect(loaded.certificate.der).toEqual(held.seal.certificate.der);
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
  },
);

test.for(['aes-256-cbc', 'aes-128-cbc', 'des-ede3-cbc'])(
  'opens an encrypted PKCS #8 by %s',
  async (cipher) => {
    for (const keyType of KEY_TYPES) {
      const held = await authority(keyType);
      const key = held.seal.privateKey
        .export({ type: 'pkcs8', format: 'pem', cipher, passphrase: PASSWORD })
        .toString();
      const pem = held.toPem().sealCertificate + key;
      expect(loadPem(pem, PASSWORD).privateKey.equals(held.seal.privateKey)).toBe(true);
      expect(() => loadPem(pem, 'errada')).toThrow(code('wrong-password'));
      expect(() => loadPem(pem)).toThrow(code('wrong-password'));
    }
  },
);

test('opens the older forms of keys', async () => {
  const rsa = await authority('rsa-2048');
  const ec = await authority('ec-p384');
  const pkcs1 = rsa.seal.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const sec1 = ec.seal.privateKey.export({ type: 'sec1', format: 'pem' }).toString();
  expect(loadPem(pkcs1 + rsa.toPem().sealCertificate).chain).toEqual([]);
  expect(loadPem(sec1 + ec.toPem().sealCertificate).signer.algorithm).toBe('ecdsa-sha384');
  const locked = rsa.seal.privateKey
    .export({ type: 'pkcs1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'segredo' })
    .toString();
  expect(locked).toContain('Proc-Type');
  expect(loadPem(locked + rsa.toPem().sealCertificate, 'segredo').chain).toEqual([]);
  expect(() => loadPem(locked + rsa.toPem().sealCertificate, 'errada')).toThrow(code('wrong-password'));
});

test('missing and broken parts have different error codes', async () => {
  const { sealKey, sealCertificate, issuingCertificate } = (await authority()).toPem();
  expect(() => loadPem('')).toThrow(code('no-private-key'));
  expect(() => loadPem(sealCertificate)).toThrow(code('no-private-key'));
  expect(() => loadPem(sealKey)).toThrow(code('no-certificate'));
  expect(() => loadPem(sealKey + issuingCertificate)).toThrow(code('no-certificate'));
  const broken = sealCertificate.replace(/\n.{64}\n/, '\n');
  expect(() => loadPem(sealKey + broken)).toThrow(code('unreadable'));
  expect(() => loadPem(sealKey.replace(/\n.{64}\n/, '\n') + sealCertificate)).toThrow(code('unreadable'));
});

test.for([
  ['RSA of 1024 bits', 'rsa', { modulusLength: 1024 }],
  ['another curve', 'ec', { namedCurve: 'secp256k1' }],
] as const)('a key of %s is not sealed with', async ([, type, options]) => {
  const { handmadeCertificate } = await import('@lacre/pades-lab/fixtures/handmade-certificates');
  const keys = generateKeyPairSync(type as 'rsa', options as { modulusLength: number });
  const issuer = handmadeCertificate({ name: 'issuer' });
  const { certificate } = handmadeCertificate({ name: 'weak', keys, issuer });
  const pem =
    keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() + certificate.x509.toString();
  expect(() => loadPem(pem)).toThrow(expect.objectContaining({ code: 'key-unsupported' }));
});

test('a bundle of certificates is read in its order', async () => {
  const { rootCertificate, issuingCertificate, rootKey } = (await authority()).toPem();
  const names = certificatesFromPem(issuingCertificate + rootKey + rootCertificate).map(
    (each) => each.commonName,
  );
  const { issuing, root } = await authority();
  expect(names).toEqual([issuing.certificate.commonName, root.certificate.commonName]);
  expect(certificatesFromPem('nothing')).toEqual([]);
});

test.for(KEY_TYPES)('an authority of %s survives being written down', async (keyType) => {
  const made = await authority(keyType);
  const read = localAuthorityFromPem(made.toPem());
  expect(read.toPem()).toEqual(made.toPem());
  for (const role of ['root', 'issuing', 'seal', 'ocsp', 'timeStamping'] as const) {
    expect(read[role].certificate.der).toEqual(made[role].certificate.der);
    expect(read[role].signer.chain.map(({ der }) => der)).toEqual(
      made[role].signer.chain.map(({ der }) => der),
    );
  }
});

test('a key and a certificate that do not belong together are refused', async () => {
  const pem = (await authority()).toPem();
  expect(() => localAuthorityFromPem({ ...pem, ocspKey: pem.sealKey })).toThrow(code('no-certificate'));
  expect(() => heldCertificateFromPem('x', pem.sealCertificate)).toThrow(code('unreadable'));
  const { privateKey, certificate } = heldCertificateFromPem(pem.sealKey, pem.sealCertificate);
  expect(privateKey.equals(createPrivateKey(pem.sealKey))).toBe(true);
  expect(certificate.commonName).toContain('Selo local');
});
