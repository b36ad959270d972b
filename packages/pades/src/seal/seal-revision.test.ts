import { createHash } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { HONEST_DOCUMENTS, pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { verifyByOpenssl } from '@lacre/pades-lab/fixtures/outside-judges';
import { stamped, stampedSignature } from '@lacre/pades-lab/fixtures/time-stamps';
import { expect, test } from 'vitest';

import type { SealKeyType } from '../keys/local-authority.ts';
import { TimeStampError } from '../time-stamp/time-stamp-error.ts';
import { readTimeStampToken } from '../time-stamp/time-stamp-token.ts';
import { sealPdf, type SealedPdf, type SealRequest } from './seal-pdf.ts';
import { SealRefusedError } from './seal-refused-error.ts';
import {
  addSignatureTimeStamp,
  checkSealRevision,
  readSealRevision,
  signatureValueOf,
} from './seal-revision.ts';

async function sealed(change: Partial<SealRequest> = {}): Promise<SealedPdf & { original: Uint8Array }> {
  const { signer } = await authority();
  const original = change.pdf ?? (await pdfLibDocument(false));
  return { ...(await sealPdf({ pdf: original, signer, signingTime: NOW, ...change })), original };
}

test.for(Object.keys(HONEST_DOCUMENTS))(
  'a seal of a file from %s is read back from its tail alone',
  async (name) => {
    const { tail, byteRange, contents, original } = await sealed({ pdf: await HONEST_DOCUMENTS[name]!() });
    const revision = readSealRevision(Buffer.from(tail));
    expect(revision).toMatchObject({ byteRange, contents, originalBytes: original.length });
    expect(revision.signatureTimeStamp).toBeUndefined();
    expect(await checkSealRevision({ pdf: original }, tail)).toEqual(revision);
  },
);

test.for<SealKeyType>(['rsa-2048', 'rsa-4096', 'ec-p256', 'ec-p384'])(
  'a time stamp goes into a staged seal by %s, which keeps its length and every other byte',
  async (keyType) => {
    const { signer, root } = await authority(keyType);
    const { tail, contents, byteRange, original } = await sealed({ signer });
    const before = Buffer.from(tail);
    const token = await stampedSignature(tail);
    const result = addSignatureTimeStamp(tail, token);

    expect(tail).toEqual(before);
    expect(result.length).toBe(tail.length);
    expect(result.subarray(0, contents.start + 1)).toEqual(tail.subarray(0, contents.start + 1));
    expect(result.subarray(contents.end - 1)).toEqual(tail.subarray(contents.end - 1));
    const revision = await checkSealRevision({ pdf: original }, result);
    expect(revision.signatureTimeStamp).toEqual(Buffer.from(token));
    expect(signatureValueOf(result)).toEqual(signatureValueOf(tail));
    const file = Buffer.concat([original, result]);
    expect(verifyByOpenssl(file, byteRange, root.certificate.x509.toString())).toBeDefined();
  },
);

test('sealing with a time-stamp authority at hand gives the same file as in steps', async () => {
  const { tail } = await sealed();
  const asked: Buffer[] = [];
  const token = await stampedSignature(tail);
  const atOnce = await sealed({
    timeStamp: async (digest) => {
      asked.push(digest);
      return token;
    },
  });
  expect(asked).toEqual([createHash('sha256').update(signatureValueOf(tail)).digest()]);
  expect(atOnce.tail).toEqual(addSignatureTimeStamp(tail, token));
  expect(atOnce.sha256).toBe(createHash('sha256').update(atOnce.original).update(atOnce.tail).digest('hex'));
});

test('a token of SHA-384 or SHA-512 over the signature value is as good', async () => {
  const { tail } = await sealed();
  for (const digest of ['sha384', 'sha512'] as const) {
    const result = addSignatureTimeStamp(tail, await stampedSignature(tail, { digest }));
    const token = readSealRevision(result).signatureTimeStamp;
    expect(readTimeStampToken(token!).digest).toBe(digest);
  }
});

test('a token over anything else is refused', async () => {
  const { tail } = await sealed();
  const token = await stamped(createHash('sha256').update('another signature').digest());
  expect(() => addSignatureTimeStamp(tail, token)).toThrow(new TimeStampError('imprint-mismatch'));
});

test('a token whose signature does not hold is refused', async () => {
  const { tail } = await sealed();
  const token = Buffer.from(await stampedSignature(tail));
  token[token.length - 1] = (token.at(-1) as number) ^ 1;
  expect(() => addSignatureTimeStamp(tail, token)).toThrow(TimeStampError);
});

test('a second time stamp is refused', async () => {
  const { tail } = await sealed();
  const result = addSignatureTimeStamp(tail, await stampedSignature(tail));
  const again = await stampedSignature(result);
  expect(() => addSignatureTimeStamp(result, again)).toThrow(/^time-stamp-present/);
});

test('a token for which no room was left is refused, and nothing is cut', async () => {
  const { cmsBytes } = await sealed();
  const { tail: narrow } = await sealed({ reserveBytes: cmsBytes + 100 });
  const token = await stampedSignature(narrow);
  expect(() => addSignatureTimeStamp(narrow, token)).toThrow(/^reserve-too-small/);
});

test('bytes that are not a seal revision are refused', async () => {
  const { tail, original } = await sealed();
  const text = tail.toString('latin1');
  const spoilt = [
    Buffer.alloc(0),
    Buffer.from('garbage'),
    Buffer.from(original),
    tail.subarray(0, tail.length - 1),
    tail.subarray(0, 5000),
    Buffer.concat([Buffer.from('\n\n'), tail]),
    Buffer.from(text.replace('/ByteRange [0 ', '/ByteRange [9 '), 'latin1'),
    Buffer.from(text.replace('/ETSI.CAdES.detached', '/ETSI.RFC3161_______'), 'latin1'),
    Buffer.from(
      text.replace(/\/Contents <\w{20}/, (hex) => hex.replaceAll(/\w(?=\w*$)/g, '0')),
      'latin1',
    ),
  ];
  for (const bytes of spoilt) {
    expect(() => readSealRevision(bytes)).toThrow(/^not-a-seal-revision/);
    expect(() => signatureValueOf(bytes)).toThrow(/^not-a-seal-revision/);
  }
});

test('a seal revision is not taken for another file’s', async () => {
  const { tail, original } = await sealed();
  const changed = Buffer.from(original);
  changed[200] = (changed[200] as number) ^ 1;
  for (const pdf of [changed, original.subarray(1)]) {
    await expect(checkSealRevision({ pdf }, tail)).rejects.toThrow(/not-a-seal-revision/);
  }
});

test('a seal revision with a changed byte, or a hash of other bytes, is not taken', async () => {
  const { tail, original } = await sealed();
  const last = Buffer.from(tail);
  last[last.lastIndexOf('startxref') - 5] = 0x20;
  await expect(checkSealRevision({ pdf: original }, last)).rejects.toThrow(/not-a-seal-revision/);
  const hashState = createHash('sha256').update('other');
  await expect(checkSealRevision({ pdf: original, hashState }, tail)).rejects.toThrow(/not-a-seal-revision/);
});

test('a damaged seal revision is read or refused, never anything else', async () => {
  const { tail, original } = await sealed({ reserveBytes: 6000 });
  const seed = Number(process.env['PADES_SEED'] ?? Date.now() % 2 ** 31);
  console.log(`PADES_SEED=${seed}`);
  // A linear congruential generator (Knuth, MMIX) is random enough to choose bytes by.
  let state = BigInt(seed);
  const below = (limit: number): number => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number(state >> 33n) % limit;
  };
  for (let run = 0; run < 1000; run += 1) {
    const damaged = Buffer.from(tail);
    for (let byte = 0; byte <= below(3); byte += 1) damaged[below(damaged.length)] = below(256);
    const cut = below(4) === 0 ? damaged.subarray(0, below(damaged.length)) : damaged;
    const outcome = await checkSealRevision({ pdf: original }, cut).catch((error: unknown) => error);
    const expected = outcome instanceof SealRefusedError || (outcome as { cms?: unknown }).cms !== undefined;
    expect(expected, String(outcome)).toBe(true);
  }
});
