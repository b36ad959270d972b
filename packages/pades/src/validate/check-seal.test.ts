import { createHash } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { expect, test } from 'vitest';

import { buildSignedData, signedAttributes } from '../cms/build-signed-data.ts';
import type { Certificate } from '../cms/certificate.ts';
import { element, readDer, sequence, setOf, tagged } from '../cms/der.ts';
import { sealPdf, type SealedPdf } from '../seal/seal-pdf.ts';
import type { SealSigner } from '../seal/seal-signer.ts';
import type { TrustedSealCertificate } from './check-seal.ts';
import { validatePdf } from './validate-pdf.ts';

const PDF = onePage().table('/Root 1 0 R').bytes;

interface Opened {
  readonly sealed: SealedPdf;
  readonly file: Buffer;
  readonly cms: Buffer;
  readonly signer: SealSigner;
}

async function opened(change: Partial<SealSigner> = {}): Promise<Opened> {
  const { signer } = await authority();
  const sealed = await sealPdf({ pdf: PDF, signer: { ...signer, ...change }, signingTime: NOW });
  const file = Buffer.concat(sealed.pdf);
  const start = sealed.byteRange[1] + 1;
  const cms = Buffer.from(file.toString('latin1', start, start + sealed.cmsBytes * 2), 'hex');
  return { sealed, file, cms, signer };
}

/** The file with other bytes in Contents, from its start. */
function withContents({ file, sealed }: Opened, cms: Uint8Array): Buffer {
  const changed = Buffer.from(file);
  const [, before, after] = sealed.byteRange;
  changed.fill('0', before + 1, after - 1);
  changed.write(Buffer.from(cms).toString('hex'), before + 1, 'latin1');
  return changed;
}

async function codes(
  file: Uint8Array,
  trusted?: readonly TrustedSealCertificate[],
): Promise<readonly string[]> {
  const { signer } = await authority();
  const { verdict, reasons } = await validatePdf(file, { trustedSealCertificates: trusted ?? [signer] });
  return [verdict, ...reasons.map(({ code }) => code)];
}

function digestOf({ file, sealed }: Opened): Buffer {
  const [, before, after] = sealed.byteRange;
  return createHash('sha256').update(file.subarray(0, before)).update(file.subarray(after)).digest();
}

test('refuses padding that holds something', async () => {
  const seal = await opened();
  seal.file[seal.sealed.byteRange[2] - 3] = 0x37;
  expect(await codes(seal.file)).toEqual(['signature-invalid', 'padding-not-zero']);
});

test('refuses Contents in capital hexadecimal, though the bytes are the same', async () => {
  const seal = await opened();
  const [, before, after] = seal.sealed.byteRange;
  seal.file.write(seal.file.toString('latin1', before + 1, after - 1).toUpperCase(), before + 1, 'latin1');
  expect(await codes(seal.file)).toEqual(['signature-invalid', 'contents-not-canonical']);
});

test('refuses our own CMS of another document', async () => {
  const seal = await opened();
  const other = await sealPdf({
    pdf: onePage(undefined, '/Dur 1').table('/Root 1 0 R').bytes,
    signer: seal.signer,
    signingTime: NOW,
  });
  const start = other.byteRange[1] + 1;
  const cms = Buffer.from(
    Buffer.concat(other.pdf).toString('latin1', start, start + other.cmsBytes * 2),
    'hex',
  );
  expect(await codes(withContents(seal, cms))).toEqual(['signature-invalid', 'digest-mismatch']);
});

test('refuses a CMS by another key under the same names', async () => {
  const seal = await opened();
  const { createLocalAuthority } = await import('../keys/local-authority.ts');
  const impostor = await createLocalAuthority({ organization: 'Tabelionato Açaí', now: NOW });
  const attributes = signedAttributes(digestOf(seal), seal.signer.certificate);
  const signature = await impostor.signer.sign(attributes);
  expect(await codes(withContents(seal, buildSignedData(seal.signer, attributes, signature)))).toEqual([
    'signature-invalid',
    'signature-mismatch',
  ]);
});

test('refuses signed attributes that do not bind the certificate', async () => {
  const seal = await opened();
  const { signer } = seal;
  const all = readDer(signedAttributes(digestOf(seal), signer.certificate)).children();
  const unbound = setOf(...all.map((attribute) => attribute.encoded).filter((bytes) => bytes.length < 100));
  const cms = buildSignedData(signer, unbound, await signer.sign(unbound));
  expect(await codes(withContents(seal, cms))).toEqual(['signature-invalid', 'signing-certificate-mismatch']);
});

test('refuses a chain certificate that neither verifies nor is known', async () => {
  const seal = await opened();
  const stranger = (await authority('ec-p256', 'Outra Empresa')).issuing.certificate;
  const chain: Certificate[] = [...seal.signer.chain, stranger];
  const attributes = signedAttributes(digestOf(seal), seal.signer.certificate);
  const signature = await seal.signer.sign(attributes);
  const cms = buildSignedData({ ...seal.signer, chain }, attributes, signature);
  expect(await codes(withContents(seal, cms))).toEqual(['signature-invalid', 'certificate-chain-broken']);
});

test('a chain that ends below the root holds when its certificates are known', async () => {
  const { signer, issuing } = await authority();
  const seal = await opened({ chain: [issuing.certificate] });
  expect(await codes(seal.file)).toEqual(['intact']);
  const certificate = signer.certificate;
  expect(await codes(seal.file, [{ certificate, chain: [issuing.certificate] }])).toEqual(['intact']);
  expect(await codes(seal.file, [{ certificate }])).toEqual([
    'signature-invalid',
    'certificate-chain-broken',
  ]);
});

test('refuses a CMS that has another certificate in place of the seal certificate', async () => {
  const seal = await opened();
  const stranger = (await authority('ec-p256', 'Outra Empresa')).seal.certificate;
  const swapped = Buffer.from(seal.cms.toString('latin1'), 'latin1');
  const at = swapped.indexOf(seal.signer.certificate.der);
  // Another certificate cannot take its very place; a changed byte of it stands for any other.
  swapped[at + 40] = (swapped[at + 40] as number) ^ 1;
  expect(stranger.der.length).not.toBe(seal.signer.certificate.der.length);
  expect((await codes(withContents(seal, swapped)))[0]).toBe('signature-invalid');
});

test('refuses unsigned attributes that no rule allows', async () => {
  const seal = await opened();
  const attributes = signedAttributes(digestOf(seal), seal.signer.certificate);
  const signature = await seal.signer.sign(attributes);
  const unsigned = tagged(1, sequence(element(0x06, Buffer.of(0x2a, 3)), setOf(Buffer.of(5, 0))));
  const cms = buildSignedData(seal.signer, attributes, signature, unsigned);
  expect(await codes(withContents(seal, cms))).toEqual(['signature-invalid', 'cms-not-canonical']);
});

test('refuses a second CMS after the first', async () => {
  const seal = await opened();
  expect(await codes(withContents(seal, Buffer.concat([seal.cms, seal.cms])))).toEqual([
    'signature-invalid',
    'padding-not-zero',
  ]);
});

test('refuses bytes that are no CMS in a signature that names our certificate', async () => {
  const seal = await opened();
  const cms = sequence(element(0x04, seal.signer.certificate.der));
  expect(await codes(withContents(seal, cms))).toEqual(['signature-invalid', 'cms-malformed']);
});

test('refuses a signing time outside the validity of the certificate', async () => {
  const { signer } = await authority();
  const longer = { ...signer.certificate, notAfter: new Date('2099-01-01') };
  const sealed = await sealPdf({
    pdf: PDF,
    signer: { ...signer, certificate: longer },
    signingTime: new Date('2090-01-01'),
  });
  expect(await codes(Buffer.concat(sealed.pdf))).toEqual([
    'signature-invalid',
    'signing-time-outside-certificate',
  ]);
});

test.for([
  ['starts later', (range: number[]) => [1, range[1]! - 1, range[2], range[3]]],
  ['leaves out more', (range: number[]) => [0, range[1]! - 1, range[2], range[3]]],
  ['leaves out less', (range: number[]) => [0, range[1]! + 1, range[2], range[3]]],
  ['goes on too early', (range: number[]) => [0, range[1], range[2]! - 1, range[3]! + 1]],
  ['ends early', (range: number[]) => [0, range[1], range[2], range[3]! - 1]],
  ['ends beyond the file', (range: number[]) => [0, range[1], range[2], range[3]! + 1]],
  ['overlaps itself', (range: number[]) => [0, range[2], range[1], range[3]]],
] as const)('refuses a ByteRange that %s', async ([, change]) => {
  const seal = await opened();
  const at = seal.file.lastIndexOf('/ByteRange [') + 11;
  const text = `[${change([...seal.sealed.byteRange]).join(' ')}]`;
  seal.file.write(text.padEnd(seal.file.indexOf('\n', at) - at), at, 'latin1');
  const [verdict, code] = await codes(seal.file);
  expect(verdict).toBe('signature-invalid');
  expect(code).toMatch(/^byte-range-/);
});

test.for(['[ 0 1 2 3]', '[0 01 2 3]', '[0 1 2]', '[0 1 2 3 4]', '[0 1.0 2 3]', '[0 -1 2 3]', '[+0 1 2 3]'])(
  'refuses a ByteRange written %s',
  async (text) => {
    const seal = await opened();
    const at = seal.file.lastIndexOf('/ByteRange [') + 11;
    seal.file.write(text.padEnd(seal.file.indexOf('\n', at) - at), at, 'latin1');
    expect(await codes(seal.file)).toEqual(['signature-invalid', 'byte-range-malformed']);
  },
);
