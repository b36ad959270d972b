import { createHash } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf, onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { HONEST_DOCUMENTS, pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { crlOf, ocspFor, renew, sealedTo, validationDataFor } from '@lacre/pades-lab/fixtures/long-term';
import { qpdf, rewrittenByQpdf } from '@lacre/pades-lab/fixtures/outside-judges';
import { expect, test } from 'vitest';

import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfArray, PdfDict, PdfRef, PdfStream } from '../pdf/syntax/pdf-values.ts';
import { issueCrl } from '../revocation/issue-crl.ts';
import { vriKey } from '../write/security-store.ts';
import { appendValidationData, type ValidationDataRequest } from './append-validation-data.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { readSealRevision } from './seal-revision.ts';
import { createSigner } from './seal-signer.ts';

const NOTHING = { certificates: [], ocspResponses: [], crls: [] };

/** The store of a file, decoded: every list as the hexadecimal SHA-1 of what its streams hold. */
function storeOf(pdf: StrictPdf): {
  lists: Record<string, string[]>;
  vri: Record<string, Record<string, string[]>>;
} {
  const store = dict(pdf, pdf.catalog.get('DSS'));
  const lists = (of: PdfDict, keys: readonly string[]): Record<string, string[]> => {
    return Object.fromEntries(
      keys.filter((key) => of.has(key)).map((key) => [key, contentsOf(pdf, of.get(key))]),
    );
  };
  const vri = store.has('VRI') ? dict(pdf, store.get('VRI')) : undefined;
  const entries = [...(vri?.entries.keys() ?? [])].filter((key) => key !== 'Type');
  return {
    lists: lists(store, ['Certs', 'OCSPs', 'CRLs']),
    vri: Object.fromEntries(
      entries.map((key) => [key, lists(dict(pdf, vri?.get(key)), ['Cert', 'OCSP', 'CRL'])]),
    ),
  };
}

function dict(pdf: StrictPdf, value: Parameters<StrictPdf['resolve']>[0]): PdfDict {
  const found = pdf.resolve(value);
  if (!(found instanceof PdfDict)) throw new TypeError('not a dictionary');
  return found;
}

function contentsOf(pdf: StrictPdf, value: Parameters<StrictPdf['resolve']>[0]): string[] {
  const array = pdf.resolve(value);
  if (!(array instanceof PdfArray)) throw new TypeError('not an array');
  return array.items.map((item) => {
    const stream = pdf.resolve(item);
    if (!(item instanceof PdfRef) || !(stream instanceof PdfStream)) throw new TypeError('not a stream');
    return vriKey(pdf.decode(stream));
  });
}

async function appendedTo(pdf: Uint8Array, request: Partial<ValidationDataRequest>): Promise<Buffer> {
  const revision = await appendValidationData({ pdf, ...request });
  if (!revision) throw new Error('nothing was appended');
  return Buffer.concat([pdf, revision.tail]);
}

test.for(Object.keys(HONEST_DOCUMENTS))(
  'a file from %s reaches B-LTA and is renewed, every revision with the file’s kind of cross-reference',
  async (name) => {
    const original = await HONEST_DOCUMENTS[name]!();
    const held = await authority();
    const { file, sealed } = await sealedTo('B-LTA', original);
    const lta = Buffer.from(file.pdf);
    await renew(file, 'DocTimeStamp', held, new Date(NOW.getTime() + 86_400_000));
    const before = readPdf(original);
    const after = readPdf(file.pdf);
    after.checkAllObjects();

    expect(file.pdf.subarray(0, lta.length)).toEqual(lta);
    expect(file.sha256).toBe(createHash('sha256').update(file.pdf).digest('hex'));
    const kinds = after.revisions.slice(before.revisions.length).map(({ kind }) => kind);
    expect(kinds).toEqual(Array.from({ length: 5 }, () => before.revisions.at(-1)?.kind));
    const { vri } = storeOf(after);
    const signatures = embeddedSignatures(after).filter(({ fieldName }) => {
      return fieldName === sealed.fieldName || fieldName === 'DocTimeStamp';
    });
    const token = readSealRevision(sealed.tail).signatureTimeStamp!;
    const named = [...signatures.map(({ contents }) => contents), token].map(vriKey);
    expect(Object.keys(vri).toSorted()).toEqual(named.toSorted());
    const status = (await qpdf(file.pdf, (input) => ['--check', input])).status;
    const expected = (await qpdf(original, (input) => ['--check', input])).status;
    expect(status).toBe(name === 'signed by @signpdf' ? expected : 0);
  },
);

test('the store lists everything once, and VRI maps it to signatures', async () => {
  const held = await authority();
  const { file, sealed } = await sealedTo('B-T', await pdfLibDocument(true));
  const ofSeal = await validationDataFor(held, held.seal.certificate);
  const ofStamp = await validationDataFor(held, held.timeStamping.certificate);
  const token = readSealRevision(sealed.tail).signatureTimeStamp!;
  const after = readPdf(
    await appendedTo(file.pdf, {
      certificates: [held.root.certificate.der],
      forSignatures: [
        { signature: { fieldName: sealed.fieldName }, ...ofSeal },
        { signature: { timeStampToken: token }, ...ofStamp },
      ],
    }),
  );
  const keys = (items: readonly Uint8Array[]): string[] => items.map(vriKey);
  const { lists, vri } = storeOf(after);
  expect(lists).toEqual({
    Certs: keys([...ofSeal.certificates, held.timeStamping.certificate.der]),
    OCSPs: keys([...ofSeal.ocspResponses, ...ofStamp.ocspResponses]),
    CRLs: keys(ofSeal.crls),
  });
  const entry = (data: typeof ofSeal): object => ({
    Cert: keys(data.certificates),
    OCSP: keys(data.ocspResponses),
    CRL: keys(data.crls),
  });
  const contents = embeddedSignatures(after)[0]!.contents;
  expect(contents.length).toBe(32_768);
  expect(vri).toEqual({
    [createHash('sha1').update(contents).digest('hex').toUpperCase()]: entry(ofSeal),
    [createHash('sha1').update(token).digest('hex').toUpperCase()]: entry(ofStamp),
  });
  const extensions = Buffer.from(after.catalog.rawValue('Extensions')!).toString();
  expect(extensions).toContain('/ESIC << /BaseVersion /1.7 /ExtensionLevel 1 >>');
});

test('data in the store are not stored again, and nothing new appends nothing', async () => {
  const held = await authority();
  const pdf = await pdfLibDocument(false);
  const data = await validationDataFor(held, held.seal.certificate);
  const once = await appendedTo(pdf, data);
  expect(await appendValidationData({ pdf: once, ...data })).toBeUndefined();
  const crl = await crlOf(held.root, NOW, 2);
  const twice = readPdf(await appendedTo(once, { ...data, crls: [crl, ...data.crls, crl] }));
  expect(storeOf(twice).lists['CRLs']).toEqual([...data.crls, crl].map(vriKey));
  // One stream, the list it is in, and the cross-reference: the catalog is not touched.
  expect(twice.revisions.at(-1)?.entries.has(twice.root.num)).toBe(false);
});

test('the same request yields the same bytes, with a hash state too', async () => {
  const held = await authority();
  const pdf = await pdfLibDocument(true);
  const data = await validationDataFor(held, held.seal.certificate);
  const hashState = createHash('sha256').update(pdf);
  const [first, second] = [
    await appendValidationData({ pdf, ...data }),
    await appendValidationData({ pdf, hashState, ...data }),
  ];
  expect(second?.tail).toEqual(first?.tail);
  expect(second?.sha256).toBe(first?.sha256);
  expect(second?.hashState.digest('hex')).toBe(first?.sha256);
});

test('an existing VRI entry is not changed; missing data goes into the lists', async () => {
  const held = await authority();
  const { file, sealed } = await sealedTo('B-B', await pdfLibDocument(false));
  const signature = { fieldName: sealed.fieldName };
  const { certificates, crls } = await validationDataFor(held, held.seal.certificate);
  const once = await appendedTo(file.pdf, { forSignatures: [{ signature, certificates }] });
  const twice = await appendedTo(once, { forSignatures: [{ signature, certificates, crls }] });
  const [before, after] = [storeOf(readPdf(once)), storeOf(readPdf(twice))];
  expect(after.vri).toEqual(before.vri);
  expect(after.lists['CRLs']).toEqual(crls.map(vriKey));
});

/** A document that came with a store, whose parts stand where `place` puts them. */
async function withStore(place: (body: string, num: number) => string): Promise<Buffer> {
  const held = await authority();
  const pdf = new HandWrittenPdf();
  const crl = await crlOf(held.root, NOW, 7);
  const certificates = place('[9 0 R]', 11);
  const vri = place(`<< /${'A'.repeat(40)} << /Cert [9 0 R] /TU (D:20200101000000Z) >> >>`, 12);
  const store = place(`<< /Type /DSS /Certs ${certificates} /CRLs [10 0 R] /VRI ${vri} >>`, 13);
  onePage(pdf, '', `/DSS ${store}`);
  pdf.stream(9, held.root.certificate.der).stream(10, crl);
  for (const [num, body] of placed) pdf.object(num, body);
  placed.clear();
  return pdf.table('/Root 1 0 R').bytes;
}

const placed = new Map<number, string>();
const direct = (body: string): string => body;
const indirect = (body: string, num: number): string => {
  placed.set(num, body);
  return `${num} 0 R`;
};

test.for([
  ['directly', direct],
  ['in objects of their own', indirect],
] as const)('a store that the document brought, its parts standing %s, is added to', async ([, place]) => {
  const held = await authority();
  const pdf = await withStore(place);
  const brought = storeOf(readPdf(pdf));
  const { file, sealed } = await sealedTo('B-B', pdf);
  const data = await validationDataFor(held, held.seal.certificate);
  const forSignatures = [{ signature: { fieldName: sealed.fieldName }, ...data }];
  const after = storeOf(readPdf(await appendedTo(file.pdf, { forSignatures })));
  expect(after.vri).toMatchObject(brought.vri);
  expect(Object.keys(after.vri).length).toBe(2);
  const [root, ...others] = [held.root, held.seal, held.issuing].map(({ certificate }) =>
    vriKey(certificate.der),
  );
  expect(after.lists['Certs']).toEqual([root, ...others]);
  expect(after.lists['CRLs']).toEqual([...brought.lists['CRLs']!, ...data.crls.map(vriKey)]);
  expect(after.lists['OCSPs']).toEqual(data.ocspResponses.map(vriKey));
});

test('a long CRL is compressed, and recognised when it comes again', async () => {
  const held = await authority();
  const revoked = Array.from({ length: 2000 }, (_, index) => ({
    serial: (index + 1000).toString(16),
    revokedAt: NOW,
  }));
  const { certificate, privateKey } = held.root;
  const issuer = createSigner({ privateKey, certificate: certificate.der });
  const crl = await issueCrl({ issuer, number: 1, thisUpdate: NOW, nextUpdate: NOW, revoked });
  const pdf = await pdfLibDocument(false);
  const once = await appendedTo(pdf, { crls: [crl] });
  expect(once.length - pdf.length).toBeLessThan(crl.length / 2);
  expect(storeOf(readPdf(once)).lists['CRLs']).toEqual([vriKey(crl)]);
  expect(await appendValidationData({ pdf: once, crls: [crl] })).toBeUndefined();
});

test('refuses validation data for an unknown signature', async () => {
  const forSignatures = [{ signature: { fieldName: 'Nobody' }, ...NOTHING }];
  const pdf = await pdfLibDocument(false);
  await expect(appendValidationData({ pdf, forSignatures })).rejects.toThrow(/^signature-unknown/);
});

test('only certificates, OCSP responses and CRLs are stored', async () => {
  const held = await authority();
  const pdf = await pdfLibDocument(false);
  const crl = await crlOf(held.root);
  const ocsp = await ocspFor(held, held.seal.certificate);
  const { der } = held.root.certificate;
  const mistaken = [
    { certificates: [crl] },
    { ocspResponses: [crl] },
    { crls: [ocsp] },
    { crls: [der] },
    { certificates: [Buffer.concat([der, Buffer.of(0)])] },
    { ocspResponses: [Buffer.from('none')] },
  ];
  for (const data of mistaken) {
    await expect(appendValidationData({ pdf, ...data })).rejects.toThrow(/^validation-data-unreadable/);
  }
});

test('a malformed store is not added to', async () => {
  const { der } = (await authority()).root.certificate;
  const stores = ['[1]', '<< /Certs 5 >>', '<< /Certs [5] >>', '<< /Certs [4 0 R 1 0 R] >>', '<< /VRI [] >>'];
  for (const store of stores) {
    const pdf = onePage(undefined, '', `/DSS ${store}`).table('/Root 1 0 R').bytes;
    const appending = appendValidationData({ pdf, certificates: [der] });
    await expect(appending).rejects.toThrow(/^security-store-malformed/);
  }
});

test('an encrypted file takes no validation data', async () => {
  const pdf = await rewrittenByQpdf(await pdfLibDocument(false), '--encrypt', '', 'o', '256', '--');
  await expect(appendValidationData({ pdf })).rejects.toThrow(/encrypted/);
});
