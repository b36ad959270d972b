import { createHash } from 'node:crypto';

import {
  authorityConstraints,
  handmadeCertificate,
  inDays,
  nameOf,
  purposes,
  usages,
} from '@lacre/pades-lab/fixtures/handmade-certificates';
import {
  attribute,
  generalizedTimeText,
  handmadeToken,
  IMPRINT,
  imprintOf,
  stamper,
  type TokenParts,
} from '@lacre/pades-lab/fixtures/handmade-tokens';
import { expect, test } from 'vitest';

import { extension } from '../certificates/extension.ts';
import { signingCertificateV2 } from '../cms/build-signed-data.ts';
import {
  boolean,
  element,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  smallInteger,
  tagged,
} from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import { TimeStampError, type TimeStampProblem } from './time-stamp-error.ts';
import { readTimeStampToken } from './time-stamp-token.ts';
import { verifyTimeStampToken } from './verify-time-stamp-token.ts';

function problem(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof TimeStampError) return error.code;
    throw error;
  }
  return 'accepted';
}

const verdict = (parts: TokenParts): string =>
  problem(() => verifyTimeStampToken(handmadeToken(parts), IMPRINT));

const { certificate } = stamper;
const hash = (algorithm: string): Buffer =>
  octetString(createHash(algorithm).update(certificate.der).digest());
const issuerSerial = (issuer: Uint8Array, serial: Uint8Array): Buffer =>
  sequence(sequence(tagged(4, issuer)), serial);
const rightIssuerSerial = issuerSerial(certificate.issuer, certificate.serial);
const v1 = (...ids: readonly Uint8Array[]): Buffer =>
  attribute(OID.signingCertificate, sequence(sequence(...ids)));
const v2 = (...ids: readonly Uint8Array[]): Buffer =>
  attribute(OID.signingCertificateV2, sequence(sequence(...ids)));
const sha512 = sequence(objectIdentifier(OID.sha512));
const withUsage = (...extensions: readonly Uint8Array[]): TokenParts => ({
  signer: handmadeCertificate({ name: 'other', extensions }),
});

const ACCEPTED: Readonly<Record<string, TokenParts>> = {
  'as it should be': {},
  'signing-certificate by SHA-1 alone': { others: [v1(sequence(hash('sha1')))] },
  'signing-certificate by SHA-1 with issuer and serial': {
    others: [v1(sequence(hash('sha1'), rightIssuerSerial))],
  },
  'both signing-certificate attributes': {
    others: [v1(sequence(hash('sha1'))), v2(sequence(hash('sha256')))],
  },
  'signing-certificate-v2 by SHA-512': { others: [v2(sequence(sha512, hash('sha512'), rightIssuerSerial))] },
  'signing-certificate-v2 that also names an issuer': {
    others: [v2(sequence(hash('sha256')), sequence(octetString(Buffer.alloc(32))))],
  },
  'a policy list after the certificates': {
    others: [
      attribute(
        OID.signingCertificateV2,
        sequence(sequence(sequence(hash('sha256'))), sequence(sequence(objectIdentifier('1.2.3')))),
      ),
    ],
  },
  'a signing time among the attributes': {
    others: [
      v2(sequence(hash('sha256'))),
      attribute(OID.signingTime, element(0x17, Buffer.from('261120120000Z'))),
    ],
  },
  'digest identifiers with NULL': {
    digestAlgorithm: sequence(objectIdentifier(OID.sha256), nullValue()),
    digestAlgorithms: setOf(sequence(objectIdentifier(OID.sha256), nullValue())),
  },
  'an extension that is not critical': { optional: [tagged(1, extension('1.2.3', false, nullValue()))] },
  'the authority’s own name': { optional: [tagged(0, tagged(4, certificate.subject))] },
  'a name of another kind': { optional: [tagged(0, element(0x86, Buffer.from('http://tsa')))] },
  'an unsigned attribute': { unsigned: [attribute('1.2.3', nullValue())] },
  'an unrelated certificate beside': {
    certificates: [certificate.der, handmadeCertificate({ name: 'beside' }).certificate.der],
  },
};

test.for(Object.keys(ACCEPTED))('accepts a token with %s', (name) => {
  expect(verdict(ACCEPTED[name] as TokenParts)).toBe('accepted');
});

test('accepts the name among the certificate’s alternative names', () => {
  const extensions = [
    purposes(true, OID.timeStampingPurpose),
    extension('2.5.29.17', false, sequence(tagged(4, nameOf('alias')))),
  ];
  const signer = handmadeCertificate({ name: 'named', extensions });
  expect(verdict({ signer, optional: [tagged(0, tagged(4, nameOf('alias')))] })).toBe('accepted');
});

const REFUSED: Readonly<Record<string, readonly [TimeStampProblem, TokenParts]>> = {
  'another imprint': ['imprint-mismatch', { imprint: imprintOf(OID.sha256, Buffer.alloc(32)) }],
  'an imprint by another digest': ['imprint-mismatch', { imprint: imprintOf(OID.sha384, Buffer.alloc(48)) }],
  'an imprint by SHA-1': ['algorithm-unsupported', { imprint: imprintOf(OID.sha1, Buffer.alloc(20)) }],
  'an imprint of a wrong length': ['malformed', { imprint: imprintOf(OID.sha256, IMPRINT.subarray(1)) }],
  'another content type': ['content-type-unexpected', { contentType: OID.data }],
  'another content type among the attributes': [
    'content-type-unexpected',
    { contentTypeAttribute: objectIdentifier(OID.data) },
  ],
  'no content type among the attributes': [
    'content-type-unexpected',
    { contentTypeAttribute: Buffer.alloc(0) },
  ],
  'the digest of something else': ['digest-mismatch', { messageDigest: octetString(Buffer.alloc(32)) }],
  'no signing-certificate': ['signing-certificate-mismatch', { others: [] }],
  'a signing-certificate of another': [
    'signing-certificate-mismatch',
    { others: [v1(sequence(octetString(Buffer.alloc(20))))] },
  ],
  'a v1 that contradicts v2': [
    'signing-certificate-mismatch',
    { others: [v1(sequence(octetString(Buffer.alloc(20)))), v2(sequence(hash('sha256')))] },
  ],
  'a v2 that contradicts v1': [
    'signing-certificate-mismatch',
    { others: [v1(sequence(hash('sha1'))), v2(sequence(octetString(Buffer.alloc(32))))] },
  ],
  'the signer second in signing-certificate': [
    'signing-certificate-mismatch',
    { others: [v2(sequence(octetString(Buffer.alloc(32))), sequence(hash('sha256')))] },
  ],
  'an empty signing-certificate': ['malformed', { others: [v2()] }],
  'another serial number in signing-certificate': [
    'signing-certificate-mismatch',
    { others: [v2(sequence(hash('sha256'), issuerSerial(certificate.issuer, smallInteger(1))))] },
  ],
  'another issuer in signing-certificate': [
    'signing-certificate-mismatch',
    { others: [v2(sequence(hash('sha256'), issuerSerial(nameOf('nobody'), certificate.serial)))] },
  ],
  'signing-certificate-v2 by SHA-1': [
    'algorithm-unsupported',
    { others: [v2(sequence(sequence(objectIdentifier(OID.sha1)), hash('sha1')))] },
  ],
  'attributes digested by SHA-1': [
    'algorithm-unsupported',
    { digestAlgorithm: sequence(objectIdentifier(OID.sha1)) },
  ],
  'a signature algorithm that is unknown': [
    'algorithm-unsupported',
    { signatureAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.1')) },
  ],
  'a signature algorithm with parameters it has not': [
    'algorithm-unsupported',
    { signatureAlgorithm: sequence(objectIdentifier('1.2.840.10045.4.3.2'), nullValue()) },
  ],
  'a signature algorithm for another kind of key': [
    'signature-mismatch',
    { signatureAlgorithm: sequence(objectIdentifier('1.2.840.113549.1.1.11'), nullValue()) },
  ],
  'a digest that is not announced': [
    'malformed',
    { digestAlgorithms: setOf(sequence(objectIdentifier(OID.sha384))) },
  ],
  'no certificate': ['certificate-missing', { certificates: [] }],
  'another’s certificate only': [
    'certificate-missing',
    { certificates: [handmadeCertificate({ name: 'beside' }).certificate.der] },
  ],
  'a certificate without extended usage': ['usage-not-time-stamping', withUsage(usages('digitalSignature'))],
  'extended usage that is not critical': [
    'usage-not-time-stamping',
    withUsage(purposes(false, OID.timeStampingPurpose)),
  ],
  'another extended usage': [
    'usage-not-time-stamping',
    withUsage(purposes(true, OID.emailProtectionPurpose)),
  ],
  'any extended usage': ['usage-not-time-stamping', withUsage(purposes(true, OID.anyExtendedKeyUsage))],
  'an extended usage beside': [
    'usage-not-time-stamping',
    withUsage(purposes(true, OID.timeStampingPurpose, OID.emailProtectionPurpose)),
  ],
  'a key that may not sign': [
    'usage-not-time-stamping',
    withUsage(purposes(true, OID.timeStampingPurpose), usages('keyCertSign')),
  ],
  'a critical extension of the certificate that is unknown': [
    'critical-extension-unknown',
    withUsage(purposes(true, OID.timeStampingPurpose), extension('1.2.3', true, nullValue())),
  ],
  'a time before the certificate’s': [
    'time-outside-certificate',
    { genTime: generalizedTimeText('20200101000000Z') },
  ],
  'a time after the certificate’s': [
    'time-outside-certificate',
    { genTime: generalizedTimeText('20300101000000Z') },
  ],
  'a critical extension': [
    'critical-extension-unknown',
    { optional: [tagged(1, extension('1.2.3', true, nullValue()))] },
  ],
  'the name of another': ['authority-name-mismatch', { optional: [tagged(0, tagged(4, nameOf('another')))] }],
  'version 2': ['malformed', { version: smallInteger(2) }],
  'a CMS of version 1': ['malformed', { cmsVersion: 1 }],
  'a signer of version 3': ['malformed', { signerVersion: 3 }],
  'a negative serial number': ['malformed', { serial: element(2, Buffer.of(0x80)) }],
  'a time zone': ['malformed', { genTime: generalizedTimeText('20261120120000+0300') }],
  'no seconds': ['malformed', { genTime: generalizedTimeText('202611201200Z') }],
  'a fraction that ends in zero': ['malformed', { genTime: generalizedTimeText('20261120120000.250Z') }],
  'a fraction of nothing': ['malformed', { genTime: generalizedTimeText('20261120120000.Z') }],
  'the 31st of November': ['malformed', { genTime: generalizedTimeText('20261131120000Z') }],
  'a 13th month': ['malformed', { genTime: generalizedTimeText('20261320120000Z') }],
  UTCTime: ['malformed', { genTime: element(0x17, Buffer.from('261120120000Z')) }],
  'an accuracy of 1000 ms': ['malformed', { optional: [sequence(element(0x80, Buffer.of(3, 0xe8)))] }],
  'an accuracy of no ms': ['malformed', { optional: [sequence(element(0x80, Buffer.of(0)))] }],
  'fields in another order': ['malformed', { optional: [smallInteger(5), boolean(true)] }],
  'a field that is none': ['malformed', { optional: [tagged(7, nullValue())] }],
  'an attribute twice': [
    'malformed',
    { others: [v2(sequence(hash('sha256'))), v2(sequence(hash('sha256')), sequence(hash('sha256')))] },
  ],
};

test.for(Object.keys(REFUSED))('refuses a token with %s', (name) => {
  const [code, parts] = REFUSED[name] as readonly [TimeStampProblem, TokenParts];
  expect(verdict(parts)).toBe(code);
});

test('a token without certificates is verified by the one that is given, if that is the signer’s', () => {
  const token = handmadeToken({ certificates: [] });
  expect(verifyTimeStampToken(token, IMPRINT, certificate).certificate).toBe(certificate);
  const other = handmadeCertificate({ name: 'other' }).certificate;
  expect(problem(() => verifyTimeStampToken(token, IMPRINT, other))).toBe('certificate-missing');
});

test('distinguishes a certificate of the same name and serial number by another key', () => {
  const twin = handmadeCertificate({
    name: 'stamper',
    extensions: [purposes(true, OID.timeStampingPurpose)],
  });
  expect(verdict({ certificates: [twin.certificate.der] })).toBe('signing-certificate-mismatch');
  const others = [attribute(OID.signingCertificateV2, signingCertificateV2(twin.certificate))];
  expect(verdict({ certificates: [twin.certificate.der], others })).toBe('signature-mismatch');
});

test('reads every optional field of a token', () => {
  const accuracy = sequence(smallInteger(2), element(0x80, Buffer.of(1, 0xf4)), element(0x81, Buffer.of(3)));
  const token = readTimeStampToken(
    handmadeToken({
      genTime: generalizedTimeText('20261120120000.123456Z'),
      optional: [accuracy, boolean(true), smallInteger(9), tagged(0, tagged(4, certificate.subject))],
    }),
  );
  expect(token).toMatchObject({
    genTime: '20261120120000.123456Z',
    time: new Date('2026-11-20T12:00:00.123Z'),
    ordering: true,
    policy: '1.2.3.4.1',
    serial: '4d',
    digest: 'sha256',
  });
  expect(token.accuracySeconds).toBeCloseTo(2.500003, 9);
  expect(token.nonce).toEqual(smallInteger(9));
  expect(token.imprint).toEqual(IMPRINT);
  expect(readTimeStampToken(handmadeToken()).accuracySeconds).toBeUndefined();
});

test('a CA certificate may not sign time stamps', () => {
  const signer = handmadeCertificate({
    name: 'ca',
    extensions: [authorityConstraints(), usages('keyCertSign')],
  });
  expect(verdict({ signer })).toBe('usage-not-time-stamping');
});

test('the validity of the certificate is taken to the second', () => {
  const extensions = [purposes(true, OID.timeStampingPurpose)];
  const signer = handmadeCertificate({
    name: 'short',
    extensions,
    notBefore: inDays(0),
    notAfter: inDays(1),
  });
  const at = (text: string): string => verdict({ signer, genTime: generalizedTimeText(text) });
  expect(at('20261120115959.999Z')).toBe('time-outside-certificate');
  expect(at('20261120120000Z')).toBe('accepted');
  expect(at('20261121120000Z')).toBe('accepted');
  expect(at('20261121120000.001Z')).toBe('time-outside-certificate');
});
