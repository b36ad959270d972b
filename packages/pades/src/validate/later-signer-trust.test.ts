import { type Bases, sealedBases } from '@lacre/pades-lab/attacks/sealed-bases';
import { signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { beforeAll, expect, test } from 'vitest';

import type { SignerAnchor } from '../embedded/signer-trust.ts';
import { validatePdf } from './validate-pdf.ts';

let bases: Bases;
let file: Buffer;
beforeAll(async () => {
  bases = await sealedBases();
  file = await signedLater(bases.archived.file, { signer: bases.stranger.signer });
});

const judged = (signerAnchors: readonly SignerAnchor[]) =>
  validatePdf(file, { trustedSealCertificates: [bases.owner.signer], signerAnchors });

test.each(['icp-brasil', 'trusted'] as const)(
  'a signer after the seal is %s when the certificate leads to such a root',
  async (kind) => {
    const { verdict, laterSignatures, reasons } = await judged([
      { certificate: bases.stranger.root.certificate, kind },
    ]);
    expect(verdict).toBe('later-signature');
    expect(laterSignatures).toMatchObject([{ trust: kind }]);
    expect(reasons).toMatchObject([{ code: 'later-signature-present', trust: kind }]);
  },
);

test.each([
  ['without any root', () => []],
  [
    'with roots of others',
    () => [{ certificate: bases.owner.root.certificate, kind: 'icp-brasil' as const }],
  ],
])('a signer after the seal is unknown %s', async (_what, anchors) => {
  const { verdict, laterSignatures, reasons } = await judged(anchors());
  expect(verdict).toBe('later-signature');
  expect(laterSignatures).toMatchObject([{ trust: 'unknown' }]);
  expect(reasons).toMatchObject([{ code: 'later-signature-present', trust: 'unknown' }]);
});
