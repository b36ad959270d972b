import { contractFile } from '@lacre/pades-lab/attacks/contract';
import { INNER_ATTACKS } from '@lacre/pades-lab/attacks/inner-signatures';
import { type Bases, sealedBases } from '@lacre/pades-lab/attacks/sealed-bases';
import { STAMP } from '@lacre/pades-lab/attacks/stamped-otherwise';
import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { revised, signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { beforeAll, describe, expect, test } from 'vitest';

import { readPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { sealPdf } from '../seal/seal-pdf.ts';
import { validatePdf } from '../validate/validate-pdf.ts';
import { isUnsound } from './embedded-signature.ts';
import { judgeEmbedded } from './judge-embedded.ts';

let bases: Bases;
beforeAll(async () => {
  bases = await sealedBases();
});

const options = (at: Date = NOW) => ({
  trustedSealCertificates: [bases.owner.signer],
  timeStampAnchors: [],
  anchors: [],
  at,
});

async function judged(file: Uint8Array, at?: Date) {
  return judgeEmbedded(readPdf(file), options(at));
}

/** A stranger's signature on the contract, in a form that the trick takes from there. */
const signed = async (): Promise<Buffer> => signedLater(bases.table.file, {});

test('a signature by a stranger is sound, and its authority unknown', async () => {
  const found = await judged(await signed());
  expect(found).toMatchObject([
    { state: 'sound', trust: 'platform', indication: { indication: 'TOTAL-PASSED' }, problems: [] },
    {
      state: 'sound',
      trust: 'unknown',
      indication: { indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' },
      problems: [],
      certificate: { commonName: 'Selo local - Outra Empresa' },
    },
  ]);
});

test('a signer whose certificate leads to a given root is trusted', async () => {
  const stranger = await authority('ec-p256', 'Outra Empresa');
  const root = stranger.signer.chain.at(-1);
  if (!root) throw new Error('no root');
  const pdf = readPdf(await signed());
  for (const kind of ['trusted', 'icp-brasil'] as const) {
    const anchors = [{ certificate: root, kind }];
    const found = await judgeEmbedded(pdf, { ...options(), anchors });
    expect(found.at(-1)).toMatchObject({ trust: kind, state: 'sound' });
  }
});

test('a certificate that has expired without proof of the time is a reservation', async () => {
  const found = await judged(await signed(), new Date('2126-01-01'));
  expect(found.at(-1)).toMatchObject({
    state: 'reserved',
    problems: ['expired'],
    indication: { subIndication: 'OUT_OF_BOUNDS_NO_POE' },
  });
});

test('two signatures with stamps are sound, and the area that the later one covers is named', async () => {
  const twice = await signedLater(await signedLater(bases.table.file, STAMP), {
    ...STAMP,
    rect: '300 60 500 110',
  });
  const [seal, first, second] = await judged(twice);
  expect(seal?.coveredBy).toHaveLength(2);
  expect(first).toMatchObject({
    state: 'reserved',
    problems: ['covered-by-stamp'],
    coveredBy: [{ page: 1 }],
  });
  expect(second).toMatchObject({ state: 'sound', coveredBy: [] });
});

test('an empty signature field of the document may be signed in its place', async () => {
  const first = await signed();
  // The signature takes the first free number, the font of the stamp the next, its drawing the one after.
  const keys = { AP: `<< /N ${readPdf(first).size + 2} 0 R >>` };
  const into = { field: bases.table.roles.emptySignature, keys };
  const found = await judged(await signedLater(first, { ...STAMP, into }));
  expect(found.map(({ state }) => state).toSorted()).toEqual(['reserved', 'reserved', 'sound']);
});

describe('unsound inside', () => {
  test.each(INNER_ATTACKS.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    const file = Buffer.from(await attack.make(bases));
    // Some are refused by the strict reader before anything is judged.
    const unsound = await judged(file).then(
      (found) => found.filter(isUnsound).length,
      (error: unknown) => (error instanceof PdfSyntaxError ? 'refused' : 0),
    );
    expect(unsound).not.toBe(0);
    if (unsound === 'refused') return;
    const request = { signer: bases.owner.signer, signingTime: NOW, reserveBytes: 4200 };
    const sealed = await sealPdf({ pdf: file, ...request }).catch(() => undefined);
    if (!sealed) return;
    const validation = await validatePdf(Buffer.concat(sealed.pdf), {
      trustedSealCertificates: [bases.owner.signer],
    });
    expect(validation.verdict).not.toBe('intact');
  });
});

test('a sealed file with a sound signature inside is intact, and names it', async () => {
  const file = await signedLater(bases.table.file, {});
  const request = { pdf: file, signer: bases.owner.signer, signingTime: NOW, reserveBytes: 4200 };
  const sealed = Buffer.concat((await sealPdf(request)).pdf);
  const validation = await validatePdf(sealed, { trustedSealCertificates: [bases.owner.signer] });
  expect(validation.reasons).toEqual([]);
  expect(validation).toMatchObject({ verdict: 'intact', embedded: [{ state: 'sound' }, { state: 'sound' }] });
});

describe('after the last state', () => {
  const TAILS: readonly (readonly [string, string, boolean])[] = [
    ['nothing', '', false],
    ['one end of line', '\r\n', false],
    ['two ends of line', '\n\n', true],
    ['one space', ' ', true],
    ['4,096 spaces', ' '.repeat(4096), true],
    ['a zero', '\0', true],
  ];
  const isAltered = async (file: Uint8Array): Promise<boolean> =>
    (await judged(file)).some(({ problems }) => problems.includes('changed-after'));

  test.each(TAILS)(
    '%s alters a seal of ours and a stranger’s signature alike, brought or validated',
    async (_, tail, altered) => {
      const trusted = { trustedSealCertificates: [bases.owner.signer] };
      const sealed = Buffer.concat([bases.table.file, Buffer.from(tail)]);
      const { verdict } = await validatePdf(sealed, trusted);
      expect(verdict === 'altered-after-sealing').toBe(altered);
      expect(await isAltered(sealed).catch(() => true)).toBe(altered);
      const brought = Buffer.concat([await signedLater(contractFile()), Buffer.from(tail)]);
      expect(await isAltered(brought).catch(() => true)).toBe(altered);
      // A seal over it makes nothing good.
      const request = { pdf: brought, signer: bases.owner.signer, signingTime: NOW, reserveBytes: 4200 };
      const over = await sealPdf(request).catch(() => undefined);
      if (!over) return;
      const { embedded } = await validatePdf(Buffer.concat(over.pdf), trusted);
      expect(embedded.some(({ problems }) => problems.includes('changed-after'))).toBe(altered);
    },
  );
});

test('a revision without a signature after a signed one alters it', async () => {
  const file = revised(await signed(), (writer, pdf) => {
    const [page] = pdf.pages;
    if (page) writer.write(page.ref, '<< /Type /Page >>');
  });
  await expect(
    judged(file).then(
      (found) => found.filter(isUnsound).length,
      () => 1,
    ),
  ).resolves.toBeGreaterThan(0);
});
