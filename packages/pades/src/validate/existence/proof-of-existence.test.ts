import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import {
  ocspOf,
  sealedAt,
  validationDataOf,
  withDocumentTimeStamp,
  withValidationData,
} from '@lacre/pades-lab/fixtures/long-term-pieces';
import { beforeAll, describe, expect, test } from 'vitest';

import { serialNumberOf } from '../../certificates/serial-number.ts';
import { createLocalAuthority, type LocalAuthority } from '../../keys/local-authority.ts';
import { renewTimeStamping } from '../../keys/renew-certificate.ts';
import { readPdf } from '../../pdf/strict-pdf.ts';
import { issueCrl } from '../../revocation/issue-crl.ts';
import { validatePdf } from '../validate-pdf.ts';
import type { Validation, ValidationOptions } from '../verdict.ts';
import { algorithmSunset } from './algorithm-sunset.ts';

const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);
const ORIGINAL = onePage().table('/Root 1 0 R').bytes;

/** The seal lives a year, the responder and the time stamps two. */
let owner: LocalAuthority;
beforeAll(async () => {
  owner = await createLocalAuthority({
    organization: 'Breve',
    now: NOW,
    keyType: 'ec-p256',
    sealValidityDays: 365,
    ocspValidityDays: 730,
    timeStampValidityDays: 730,
  });
});

async function judged(file: Uint8Array, options: Partial<ValidationOptions> = {}): Promise<Validation> {
  return validatePdf(file, { trustedSealCertificates: [owner.signer], ...options });
}

const status = ({ verdict, report: { level, indication, provenTime } }: Validation): unknown => ({
  verdict,
  level,
  indication: indication?.indication,
  sub: indication?.subIndication,
  provenTime,
});

describe('what time stamps prove, and until when', () => {
  test('a seal alone counts while its certificate does', async () => {
    const file = await sealedAt('B-B', ORIGINAL, {}, owner);
    const passed = {
      verdict: 'intact',
      level: 'B-B',
      indication: 'TOTAL-PASSED',
      sub: undefined,
      provenTime: undefined,
    };
    expect(status(await judged(file))).toEqual(passed);
    expect(status(await judged(file, { at: days(364) }))).toEqual(passed);
    expect(status(await judged(file, { at: days(366) }))).toEqual({
      ...passed,
      indication: 'INDETERMINATE',
      sub: 'OUT_OF_BOUNDS_NO_POE',
    });
    expect((await judged(file)).report.provableUntil).toEqual(owner.seal.certificate.notAfter);
  });

  test('with a signature time stamp it counts while that authority’s certificate does', async () => {
    const file = await sealedAt('B-T', ORIGINAL, {}, owner);
    const passed = {
      verdict: 'intact',
      level: 'B-T',
      indication: 'TOTAL-PASSED',
      sub: undefined,
      provenTime: NOW,
    };
    expect(status(await judged(file))).toEqual(passed);
    expect(status(await judged(file, { at: days(729) }))).toEqual(passed);
    expect(status(await judged(file, { at: days(731) }))).toMatchObject({
      level: 'B-B',
      indication: 'INDETERMINATE',
      sub: 'OUT_OF_BOUNDS_NO_POE',
      provenTime: undefined,
    });
    const { report } = await judged(file);
    expect(report.provableUntil).toEqual(owner.timeStamping.certificate.notAfter);
    expect(report.timeStamps).toMatchObject([
      { kind: 'signature', revision: 1, time: NOW, accuracySeconds: 1, valid: true, trusted: true },
    ]);
    expect(report.timeStamps[0]?.authority?.commonName).toBe(owner.timeStamping.certificate.commonName);
    expect(report.timeStamps[0]?.path).toHaveLength(3);
  });

  test('a renewal in time extends, by a new certificate, what the first proved', async () => {
    const first = await sealedAt('B-LTA', ORIGINAL, {}, owner);
    const anew = await renewTimeStamping(owner, {
      organization: 'Breve',
      now: days(700),
      keyType: 'ec-p256',
      validityDays: 730,
    });
    const renewed = await withDocumentTimeStamp(first, anew, days(700));
    expect(status(await judged(renewed, { at: days(1000) }))).toEqual({
      verdict: 'intact',
      level: 'B-LTA',
      indication: 'TOTAL-PASSED',
      sub: undefined,
      provenTime: NOW,
    });
    expect((await judged(renewed)).report.provableUntil).toEqual(anew.timeStamping.certificate.notAfter);
  });

  test('a renewal that came too late proves only its own time', async () => {
    const first = await sealedAt('B-LTA', ORIGINAL, {}, owner);
    const anew = await renewTimeStamping(owner, {
      organization: 'Breve',
      now: days(800),
      keyType: 'ec-p256',
      validityDays: 730,
    });
    const late = await withDocumentTimeStamp(first, anew, days(800));
    expect(status(await judged(late, { at: days(1000) }))).toMatchObject({
      verdict: 'intact',
      indication: 'INDETERMINATE',
      sub: 'OUT_OF_BOUNDS_NO_POE',
      provenTime: days(800),
    });
  });

  test('an algorithm may end before a certificate does', async () => {
    const rsa = await authority('rsa-2048');
    const { report } = await validatePdf(await sealedAt('B-T', ORIGINAL), {
      trustedSealCertificates: [rsa.signer],
    });
    expect(rsa.timeStamping.certificate.notAfter > new Date('2031-01-01')).toBe(true);
    expect(report.provableUntil).toEqual(new Date('2030-12-31T23:59:59Z'));
    expect(algorithmSunset(owner.seal.certificate.publicKey)).toEqual(new Date('2035-12-31T23:59:59Z'));
    const afterwards = { trustedSealCertificates: [rsa.signer], at: new Date('2031-01-02') };
    expect((await validatePdf(await sealedAt('B-T', ORIGINAL), afterwards)).report.indication).toMatchObject({
      indication: 'INDETERMINATE',
    });
  });
});

describe('levels', () => {
  test('each needs all of its parts', async () => {
    const stamped = await sealedAt('B-T', ORIGINAL, {}, owner);
    const data = await validationDataOf(owner);
    const level = async (file: Uint8Array): Promise<unknown> => (await judged(file)).report.level;
    expect(await level(await withValidationData(stamped, { certificates: data.certificates }))).toBe('B-T');
    const [ofSeal] = data.ocspResponses;
    expect(await level(await withValidationData(stamped, { ...data, ocspResponses: [ofSeal!] }))).toBe('B-T');
    expect(await level(await withValidationData(stamped, { ...data, crls: [] }))).toBe('B-T');
    const complete = await withValidationData(stamped, data);
    expect(await level(complete)).toBe('B-LT');
    expect(await level(await withDocumentTimeStamp(stamped, owner))).toBe('B-T');
    expect(await level(await withDocumentTimeStamp(complete, owner))).toBe('B-LTA');
  });

  test('revocation data older than the seal does not count', async () => {
    const stamped = await sealedAt('B-T', ORIGINAL, {}, owner);
    const old = await validationDataOf(owner, NOW);
    const stale = [await ocspOf(owner, owner.seal.certificate, new Date(NOW.getTime() - 40_000))];
    // Current still, by its nextUpdate; a response of two days before would not be.
    expect(
      (
        await judged(
          await withValidationData(stamped, { ...old, ocspResponses: [...stale, old.ocspResponses[1]!] }),
        )
      ).report.level,
    ).toBe('B-LT');
  });

  test('a file below the level it was issued with is incomplete', async () => {
    const file = await sealedAt('B-LT', ORIGINAL, {}, owner);
    expect(await judged(file, { expectedLevel: 'B-LT' })).toMatchObject({ verdict: 'intact', reasons: [] });
    expect(await judged(file, { expectedLevel: 'B-LTA' })).toMatchObject({
      verdict: 'incomplete',
      reasons: [{ code: 'level-below-expected', detail: 'B-LT, not B-LTA' }],
    });
    const cut = file.subarray(0, readPdf(file).revisions[1]?.end);
    expect(await judged(cut, { expectedLevel: 'B-LT' })).toMatchObject({ verdict: 'incomplete' });
  });
});

describe('revocation', () => {
  const revoked = (held: LocalAuthority, at: Date): Promise<Buffer> =>
    ocspOf(held, held.seal.certificate, days(2), {
      status: 'revoked',
      revokedAt: at,
      reason: 'keyCompromise',
    });

  test('before the seal is proven to have existed, it fails', async () => {
    const stamped = await sealedAt('B-T', ORIGINAL, {}, owner);
    const ocspResponses = [await revoked(owner, new Date(NOW.getTime() - 1000))];
    const validation = await judged(await withValidationData(stamped, { ocspResponses }));
    expect(status(validation)).toMatchObject({
      verdict: 'signature-invalid',
      indication: 'TOTAL-FAILED',
      sub: 'REVOKED',
    });
    expect(validation.reasons.map(({ code }) => code)).toEqual(['certificate-revoked']);
    expect(validation.sealedBytes).toBeUndefined();
  });

  test('after that, it does not matter', async () => {
    const stamped = await sealedAt('B-T', ORIGINAL, {}, owner);
    const ocspResponses = [await revoked(owner, days(1))];
    const validation = await judged(await withValidationData(stamped, { ocspResponses }));
    expect(status(validation)).toMatchObject({
      verdict: 'intact',
      indication: 'TOTAL-PASSED',
      provenTime: NOW,
    });
  });

  test('is indeterminate without proof of when the seal existed', async () => {
    const file = await sealedAt('B-B', ORIGINAL, {}, owner);
    const validation = await judged(
      await withValidationData(file, { ocspResponses: [await revoked(owner, days(1))] }),
    );
    expect(status(validation)).toMatchObject({
      verdict: 'signature-invalid',
      indication: 'INDETERMINATE',
      sub: 'REVOKED_NO_POE',
    });
  });

  test('of the issuing authority counts as well', async () => {
    const file = await sealedAt('B-T', ORIGINAL, {}, owner);
    const crl = await issueCrl({
      issuer: owner.root.signer,
      number: 2,
      thisUpdate: days(1),
      nextUpdate: days(31),
      revoked: [
        { serial: serialNumberOf(owner.issuing.certificate), revokedAt: new Date(NOW.getTime() - 1000) },
      ],
    });
    expect(status(await judged(await withValidationData(file, { crls: [crl] })))).toMatchObject({
      verdict: 'signature-invalid',
      indication: 'INDETERMINATE',
      sub: 'REVOKED_CA_NO_POE',
    });
  });

  test('of the time-stamp authority takes its time stamps away', async () => {
    const file = await sealedAt('B-T', ORIGINAL, {}, owner);
    const { timeStamping } = owner;
    const said = {
      status: 'revoked',
      revokedAt: new Date(NOW.getTime() - 1000),
      reason: 'keyCompromise',
    } as const;
    const ocspResponses = [await ocspOf(owner, timeStamping.certificate, days(2), said)];
    expect(status(await judged(await withValidationData(file, { ocspResponses })))).toMatchObject({
      verdict: 'intact',
      level: 'B-B',
      provenTime: undefined,
    });
  });
});

describe('trusted time-stamp authorities', () => {
  test('by default from authorities under the issuers of the seals', async () => {
    const file = await sealedAt('B-LTA', ORIGINAL, {}, owner);
    expect(await judged(file)).toMatchObject({ verdict: 'intact' });
    const { certificate } = owner.signer;
    const alone = [{ certificate, chain: [owner.issuing.certificate] }];
    expect(await judged(file, { trustedSealCertificates: alone })).toMatchObject({ verdict: 'intact' });
  });

  test('else those that lead to the given anchors', async () => {
    const stranger = await authority('ec-p256', 'Outra Empresa');
    const file = await sealedAt('B-LTA', ORIGINAL, {}, owner);
    const validation = await judged(file, { trustAnchors: [stranger.root.certificate] });
    expect(validation).toMatchObject({ verdict: 'augmented-by-others', report: { level: 'B-B' } });
    expect(validation.reasons.map(({ code }) => code)).toEqual([
      'signature-time-stamp-by-others',
      'time-stamp-by-others',
    ]);
    const both = [stranger.root.certificate, owner.root.certificate];
    const twice = await withDocumentTimeStamp(file, stranger);
    expect(await judged(twice, { trustAnchors: both })).toMatchObject({ verdict: 'intact' });
  });
});

test('the report names, revision by revision, what was added, by whom, and by which rule', async () => {
  const file = await sealedAt('B-LTA', ORIGINAL, {}, owner);
  const { report, sha256, revisionEnds } = await judged(file);
  expect(
    report.revisions.map(({ index, kind, by, keeps, reasons }) => ({ index, kind, by, keeps, reasons })),
  ).toEqual([
    { index: 0, kind: 'document', by: [], keeps: undefined, reasons: [] },
    { index: 1, kind: 'seal', by: [owner.seal.certificate.commonName], keeps: undefined, reasons: [] },
    { index: 2, kind: 'validation-data', by: [], keeps: 'intact', reasons: [] },
    {
      index: 3,
      kind: 'time-stamp',
      by: [owner.timeStamping.certificate.commonName],
      keeps: 'intact',
      reasons: [],
    },
  ]);
  expect(report.revisions.map(({ end }) => end)).toEqual(revisionEnds);
  expect(report.revisions.at(-1)?.sha256).toBe(sha256);
  expect(report.revisions.map(({ time }) => time)).toEqual([undefined, NOW, undefined, NOW]);
  const told = report.revisions.map(({ changes }) =>
    changes.map(({ change, what, allowedBy }) => `${change} ${what} by ${allowedBy}`),
  );
  expect(told[1]).toContain('changed page 1 by seal');
  expect(new Set(told[2])).toEqual(
    new Set(['added security store by security-store', 'changed catalog by catalog']),
  );
  expect(told[3]).toEqual(
    expect.arrayContaining([
      'added document-time-stamp of DocTimeStamp by time-stamp-field',
      'added field DocTimeStamp by time-stamp-field',
      'changed page 1 by page-annotations',
    ]),
  );
});
