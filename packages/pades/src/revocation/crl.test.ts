import { createSign } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import {
  authorityConstraints,
  freshKeys,
  type Handmade,
  handmadeAuthority,
  handmadeCertificate,
  inDays,
  signerOf,
  subjectKeyId,
  usages,
} from '@lacre/pades-lab/fixtures/handmade-certificates';
import { expect, test } from 'vitest';

import { EXTENSION } from '../certificates/certificate-extensions.ts';
import { extension } from '../certificates/extension.ts';
import { normalSerialNumber, serialNumberOf } from '../certificates/serial-number.ts';
import { x509Time } from '../cms/der-time.ts';
import {
  bitString,
  element,
  objectIdentifier,
  octetString,
  sequence,
  smallInteger,
  tagged,
} from '../cms/der.ts';
import { enumerated, REASONS, type RevocationReason } from './certificate-status.ts';
import { issueCrl } from './issue-crl.ts';
import { CRL_EXTENSION, readCrl } from './read-crl.ts';
import { RevocationError, type RevocationProblem } from './revocation-error.ts';
import { type CrlVerification, verifyCrl } from './verify-crl.ts';

const TOMORROW = inDays(1);
const YES = Buffer.of(0xff);

test.for(['rsa-2048', 'ec-p256', 'ec-p384'] as const)('an authority of %s issues a CRL', async (keyType) => {
  const { issuing, seal, timeStamping } = await authority(keyType);
  const revoked = (Object.keys(REASONS) as RevocationReason[]).map((reason, index) => ({
    serial: index === 0 ? serialNumberOf(seal.certificate) : `0${index}:FF`,
    revokedAt: inDays(-index),
    reason,
  }));
  const crl = await issueCrl({
    issuer: issuing.signer,
    number: 2n ** 100n,
    thisUpdate: NOW,
    nextUpdate: TOMORROW,
    revoked,
  });
  const read = readCrl(crl);
  expect(read).toMatchObject({ number: 2n ** 100n, thisUpdate: NOW, nextUpdate: TOMORROW });
  expect(read.revoked.size).toBe(revoked.length);
  for (const { serial, revokedAt, reason } of revoked) {
    expect(read.revoked.get(normalSerialNumber(serial))).toEqual({ status: 'revoked', revokedAt, reason });
  }
  const issuer = issuing.certificate;
  const of = (certificate: typeof issuer): unknown =>
    verifyCrl(crl, { certificate, issuer, at: NOW }).certificate;
  expect(of(seal.certificate)).toEqual({ status: 'revoked', revokedAt: NOW, reason: 'unspecified' });
  expect(of(timeStamping.certificate)).toEqual({ status: 'good' });
});

test('an empty CRL has no list, and numbers out of range are refused', async () => {
  const { root } = await authority('ec-p256');
  const request = { issuer: root.signer, thisUpdate: NOW, nextUpdate: TOMORROW, revoked: [] };
  const crl = readCrl(await issueCrl({ ...request, number: 0 }));
  expect(crl.revoked.size).toBe(0);
  expect(crl.number).toBe(0n);
  for (const number of [-1, 2n ** 160n]) {
    await expect(issueCrl({ ...request, number })).rejects.toThrow(TypeError);
  }
  const revoked = [{ serial: 'not a number', revokedAt: NOW }];
  await expect(issueCrl({ ...request, number: 1, revoked })).rejects.toThrow(TypeError);
});

const issuer = handmadeAuthority('issuer');
const end = handmadeCertificate({
  name: 'end',
  issuer,
  extensions: [
    extension(
      EXTENSION.crlDistributionPoints,
      false,
      sequence(sequence(tagged(0, tagged(0, element(0x86, Buffer.from('http://here')))))),
    ),
  ],
});

interface CrlParts {
  readonly by?: Handmade;
  readonly version?: readonly Uint8Array[];
  readonly innerAlgorithm?: Uint8Array;
  readonly algorithm?: Uint8Array;
  readonly thisUpdate?: Date;
  /** Empty for none. */
  readonly nextUpdate?: Uint8Array;
  readonly entries?: readonly Uint8Array[];
  readonly extensions?: readonly Uint8Array[];
}

/** A CRL with whatever is wanted in it, by ECDSA with SHA-256. */
function handmadeCrl(parts: CrlParts): Buffer {
  const { by = issuer, extensions = [], entries = [] } = parts;
  const algorithm = parts.algorithm ?? sequence(objectIdentifier('1.2.840.10045.4.3.2'));
  const next = parts.nextUpdate ?? x509Time(TOMORROW);
  const list = sequence(
    ...(parts.version ?? [smallInteger(1)]),
    parts.innerAlgorithm ?? algorithm,
    by.certificate.subject,
    x509Time(parts.thisUpdate ?? NOW),
    ...(next.length > 0 ? [next] : []),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    ...(extensions.length > 0 ? [tagged(0, sequence(...extensions))] : []),
  );
  return sequence(list, algorithm, bitString(createSign('sha256').update(list).sign(by.privateKey)));
}

function problem(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RevocationError) return error.code;
    throw error;
  }
  return 'accepted';
}

const verdict = (parts: CrlParts, options: Partial<CrlVerification> = {}): string =>
  problem(() =>
    verifyCrl(handmadeCrl(parts), {
      certificate: end.certificate,
      issuer: issuer.certificate,
      at: NOW,
      ...options,
    }),
  );

const scope = (...fields: readonly Uint8Array[]): CrlParts => ({
  extensions: [extension(CRL_EXTENSION.issuingDistributionPoint, true, sequence(...fields))],
});
const pointOf = (url: string): Buffer => tagged(0, tagged(0, element(0x86, Buffer.from(url))));
const entry = (serial: number, ...extensions: readonly Uint8Array[]): Buffer =>
  sequence(smallInteger(serial), x509Time(NOW), ...(extensions.length > 0 ? [sequence(...extensions)] : []));

const ACCEPTED: Readonly<Record<string, CrlParts>> = {
  'as it should be': {},
  'of version 1': { version: [] },
  'for the certificate’s distribution point': scope(pointOf('http://here')),
  'for certificates that are no authority’s': scope(element(0x81, YES)),
  'without nextUpdate': { nextUpdate: Buffer.alloc(0) },
  'with an extension that is not critical': { extensions: [extension('1.2.3', false, sequence())] },
  'with an entry’s date of invalidity': {
    entries: [
      entry(1, extension(CRL_EXTENSION.invalidityDate, false, element(0x18, Buffer.from('20261120120000Z')))),
    ],
  },
};

test.for(Object.keys(ACCEPTED))('accepts a CRL %s', (name) => {
  expect(verdict(ACCEPTED[name] as CrlParts)).toBe('accepted');
});

const otherKey = handmadeAuthority('issuer');
const keyIdentifier = extension(
  EXTENSION.authorityKeyIdentifier,
  false,
  sequence(element(0x80, Buffer.alloc(20))),
);

const REFUSED: Readonly<Record<string, readonly [RevocationProblem, CrlParts, Partial<CrlVerification>?]>> = {
  'by another': ['issuer-mismatch', { by: handmadeAuthority('other') }],
  'by another of the same name': ['signature-mismatch', { by: otherKey }],
  'about another’s certificates': [
    'issuer-mismatch',
    {},
    { certificate: handmadeCertificate({ name: 'x', issuer: handmadeAuthority('other') }).certificate },
  ],
  'signed by what is not relied upon': [
    'algorithm-unsupported',
    { algorithm: sequence(objectIdentifier('1.2.840.10045.4.1')) },
  ],
  'that names two algorithms': [
    'malformed',
    { innerAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.3.3')) },
  ],
  'of tomorrow': ['not-yet-current', { thisUpdate: TOMORROW, nextUpdate: x509Time(inDays(2)) }],
  'superseded yesterday': ['no-longer-current', { thisUpdate: inDays(-2), nextUpdate: x509Time(inDays(-1)) }],
  'with a critical extension': [
    'critical-extension-unknown',
    { extensions: [extension('1.2.3', true, sequence())] },
  ],
  'with an entry’s critical extension': [
    'critical-extension-unknown',
    { entries: [entry(1, extension('2.5.29.29', true, sequence()))] },
  ],
  'that is a delta': [
    'scope-unsupported',
    { extensions: [extension(CRL_EXTENSION.deltaIndicator, true, smallInteger(1))] },
  ],
  'that is indirect': ['scope-unsupported', scope(element(0x84, YES))],
  'for some reasons': ['scope-unsupported', scope(element(0x83, Buffer.of(7, 0x80)))],
  'for attribute certificates': ['scope-unsupported', scope(element(0x85, YES))],
  'for authorities': ['scope-unsupported', scope(element(0x82, YES))],
  'for another distribution point': ['scope-unsupported', scope(pointOf('http://elsewhere'))],
  'of version 3': ['malformed', { version: [smallInteger(2)] }],
  'of version 1 with extensions': ['malformed', { version: [], extensions: [keyIdentifier] }],
  'with an entry twice': ['malformed', { entries: [entry(1), entry(2), entry(1)] }],
  'with a reason that is none': [
    'malformed',
    { entries: [entry(1, extension(CRL_EXTENSION.reasonCode, false, enumerated(7)))] },
  ],
  'with a number of 21 bytes': [
    'malformed',
    { extensions: [extension(CRL_EXTENSION.number, false, element(2, Buffer.alloc(21, 1)))] },
  ],
  'with a number that is none': [
    'malformed',
    { extensions: [extension(CRL_EXTENSION.number, false, octetString(YES))] },
  ],
};

test.for(Object.keys(REFUSED))('refuses a CRL %s', (name) => {
  const [code, parts, options] = REFUSED[name] as (typeof REFUSED)[string];
  expect(verdict(parts, options)).toBe(code);
});

test('an authority’s certificate is covered by a CRL for authorities, and by none for others', () => {
  const { certificate } = handmadeAuthority('middle', issuer);
  expect(verdict(scope(element(0x82, YES)), { certificate })).toBe('accepted');
  expect(verdict(scope(element(0x81, YES)), { certificate })).toBe('scope-unsupported');
});

test('an issuer whose certificate does not allow it signs no CRL', () => {
  const by = handmadeAuthority('mute', undefined, {
    extensions: [authorityConstraints(), usages('keyCertSign')],
  });
  const { certificate } = handmadeCertificate({ name: 'x', issuer: by });
  expect(verdict({ by }, { issuer: by.certificate, certificate })).toBe('usage-not-crl-signing');
});

test('a CRL with another key identifier is of another issuer', () => {
  const keys = freshKeys();
  const by = handmadeAuthority('keyed', undefined, {
    keys,
    extensions: [authorityConstraints(), subjectKeyId(keys.publicKey)],
  });
  const { certificate } = handmadeCertificate({ name: 'x', issuer: by });
  expect(verdict({ by, extensions: [keyIdentifier] }, { issuer: by.certificate, certificate })).toBe(
    'issuer-mismatch',
  );
  expect(verdict({ by }, { issuer: by.certificate, certificate })).toBe('accepted');
});

test('serial numbers are compared as numbers, however they are written', async () => {
  const signer = signerOf(issuer);
  const { certificate } = handmadeCertificate({ name: 'x', issuer, serial: Buffer.of(0x00, 0x8a, 0x0b) });
  expect(serialNumberOf(certificate)).toBe('8a0b');
  for (const serial of ['8a0b', '8A:0B', '00 8a 0b', '08a0b']) {
    const crl = await issueCrl({
      issuer: signer,
      number: 1,
      thisUpdate: NOW,
      nextUpdate: TOMORROW,
      revoked: [{ serial, revokedAt: NOW, reason: 'superseded' }],
    });
    const verified = verifyCrl(crl, { certificate, issuer: issuer.certificate, at: NOW });
    expect(verified.certificate).toEqual({ status: 'revoked', revokedAt: NOW, reason: 'superseded' });
  }
});

test('a CRL whose next update is after 2049 is read with that time', async () => {
  const signer = signerOf(issuer);
  const late = new Date('2050-01-01T00:00:00Z');
  const crl = await issueCrl({ issuer: signer, number: 1, thisUpdate: NOW, nextUpdate: late, revoked: [] });
  expect(readCrl(crl).nextUpdate).toEqual(late);
});

test('a hundred thousand entries are read in seconds of the processor', async () => {
  const revoked = Array.from({ length: 100_000 }, (_, index) => ({
    serial: (0x4000_0000 + index).toString(16),
    revokedAt: NOW,
    reason: 'superseded' as const,
  }));
  const crl = await issueCrl({
    issuer: signerOf(issuer),
    number: 1,
    thisUpdate: NOW,
    nextUpdate: TOMORROW,
    revoked,
  });
  const before = process.threadCpuUsage();
  expect(readCrl(crl).revoked.size).toBe(100_000);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3000);
});
