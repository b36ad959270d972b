import { NOW } from '@lacre/pades-lab/fixtures/authorities';
import {
  authorityConstraints,
  freshKeys,
  handmadeAuthority,
  handmadeCertificate,
  inDays,
  nameOf,
  purposes,
  usages,
} from '@lacre/pades-lab/fixtures/handmade-certificates';
import { byKey, GOOD, handmadeOcsp, type OcspParts } from '@lacre/pades-lab/fixtures/handmade-ocsp';
import { expect, test } from 'vitest';

import { extension } from '../certificates/extension.ts';
import { generalizedTime } from '../cms/der-time.ts';
import {
  element,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  smallInteger,
  tagged,
} from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import { certificateId } from './certificate-id.ts';
import { enumerated } from './certificate-status.ts';
import { nonceExtension } from './ocsp-request.ts';
import { RevocationError, type RevocationProblem } from './revocation-error.ts';
import { type OcspVerification, verifyOcspResponse } from './verify-ocsp-response.ts';

const issuer = handmadeAuthority('issuer');
const { certificate } = handmadeCertificate({ name: 'end', issuer });
const signing = purposes(false, OID.ocspSigningPurpose);
const noCheck = extension(OID.ocspNoCheck, false, nullValue());
const responder = handmadeCertificate({ name: 'responder', issuer, extensions: [signing, noCheck] });
const HONEST: OcspParts = { certificate, issuer: issuer.certificate, responder };

function problem(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RevocationError) return error.code;
    throw error;
  }
  return 'accepted';
}

function verdict(parts: Partial<OcspParts>, options: Partial<OcspVerification> = {}): string {
  const response = handmadeOcsp({ ...HONEST, ...parts });
  return problem(() =>
    verifyOcspResponse(response, { certificate, issuer: issuer.certificate, at: NOW, ...options }),
  );
}

const by = (...extensions: readonly Uint8Array[]): Partial<OcspParts> => ({
  responder: handmadeCertificate({ name: 'responder', issuer, extensions }),
});
const revoked = tagged(1, generalizedTime(inDays(-1)));

const ACCEPTED: Readonly<Record<string, Partial<OcspParts>>> = {
  'that is as it should be': {},
  'that names its responder by key': { responderId: byKey(responder) },
  'by a responder without no-check': by(signing),
  'by a responder that may sign': by(signing, usages('digitalSignature')),
  'with certificates beside': {
    certificates: [handmadeCertificate({ name: 'beside' }).certificate, responder.certificate],
  },
  'about others too': {
    singles: [{ id: certificateId(responder.certificate, issuer.certificate, 'sha1'), status: revoked }, {}],
  },
  'with fractions of seconds': { producedAt: element(0x18, Buffer.from('20261120120000.5Z')) },
  'with its version written out': { version: tagged(0, smallInteger(0)) },
  'with an extension that is not critical': { extensions: [extension('1.2.3', false, nullValue())] },
  'without nextUpdate': { singles: [{ nextUpdate: Buffer.alloc(0) }] },
};

test.for(Object.keys(ACCEPTED))('accepts a response %s', (name) => {
  expect(verdict(ACCEPTED[name] as Partial<OcspParts>)).toBe('accepted');
});

const REFUSED: Readonly<Record<string, readonly [RevocationProblem, Partial<OcspParts>]>> = {
  'about another certificate': [
    'certificate-not-covered',
    { singles: [{ id: certificateId(responder.certificate, issuer.certificate, 'sha1') }] },
  ],
  'about another issuer’s certificate of the same number': [
    'certificate-not-covered',
    { singles: [{ id: certificateId(certificate, handmadeAuthority('issuer').certificate, 'sha1') }] },
  ],
  'about nothing': ['certificate-not-covered', { singles: [] }],
  'with a critical extension': [
    'critical-extension-unknown',
    { extensions: [extension('1.2.3', true, nullValue())] },
  ],
  'with a critical extension about the certificate': [
    'critical-extension-unknown',
    { singles: [{ extensions: [extension('1.2.3', true, nullValue())] }] },
  ],
  'whose responder’s certificate is missing': ['responder-not-authorized', { certificates: [] }],
  'by the certificate itself': [
    'responder-not-authorized',
    { responder: handmadeCertificate({ name: 'end' }) },
  ],
  'by a responder without the purpose': ['responder-not-authorized', by()],
  'by a responder with every purpose': [
    'responder-not-authorized',
    by(purposes(false, OID.anyExtendedKeyUsage)),
  ],
  'by a responder whose key may not sign': ['responder-not-authorized', by(signing, usages('keyCertSign'))],
  'by a responder with a critical extension': [
    'responder-not-authorized',
    by(signing, extension('1.2.3', true, nullValue())),
  ],
  'by another issuer’s responder': [
    'responder-not-authorized',
    {
      responder: handmadeCertificate({
        name: 'responder',
        issuer: handmadeAuthority('other'),
        extensions: [signing],
      }),
    },
  ],
  'by a responder of an issuer of the same name': [
    'responder-not-authorized',
    {
      responder: handmadeCertificate({
        name: 'responder',
        issuer: handmadeAuthority('issuer'),
        extensions: [signing],
      }),
    },
  ],
  'by a responder that had expired': [
    'responder-not-authorized',
    {
      responder: handmadeCertificate({
        name: 'responder',
        issuer,
        extensions: [signing],
        notAfter: inDays(-1),
      }),
    },
  ],
  'by one that only calls itself the issuer': [
    'signature-mismatch',
    { responder: handmadeAuthority('issuer'), responderId: tagged(1, nameOf('issuer')) },
  ],
  'by one that only has the responder’s name': [
    'signature-mismatch',
    { responder: handmadeCertificate({ name: 'responder' }), certificates: [responder.certificate] },
  ],
  'whose responder has another name': ['responder-not-authorized', { responderId: tagged(1, nameOf('x')) }],
  'whose responder has another key': [
    'responder-not-authorized',
    { responderId: tagged(2, octetString(Buffer.alloc(20))) },
  ],
  'signed by what is not relied upon': [
    'algorithm-unsupported',
    { algorithm: sequence(objectIdentifier('1.2.840.10045.4.1')) },
  ],
  'of the day after tomorrow': [
    'not-yet-current',
    {
      singles: [
        { thisUpdate: generalizedTime(inDays(2)), nextUpdate: tagged(0, generalizedTime(inDays(3))) },
      ],
    },
  ],
  'superseded yesterday': [
    'no-longer-current',
    {
      singles: [
        { thisUpdate: generalizedTime(inDays(-3)), nextUpdate: tagged(0, generalizedTime(inDays(-1))) },
      ],
    },
  ],
  'of the day before yesterday, open-ended': [
    'no-longer-current',
    { singles: [{ thisUpdate: generalizedTime(inDays(-2)), nextUpdate: Buffer.alloc(0) }] },
  ],
  'of another type': ['response-type-unsupported', { type: '1.2.3' }],
  'of an unknown status': ['malformed', { status: 4 }],
  'of another version': ['malformed', { version: tagged(0, smallInteger(1)) }],
  'without a responder': ['malformed', { responderId: tagged(3, nameOf('x')) }],
  'with a status that is none': ['malformed', { singles: [{ status: element(0x83) }] }],
  'good, with something in it': ['malformed', { singles: [{ status: element(0x80, Buffer.of(0)) }] }],
  'revoked for a reason that is none': [
    'malformed',
    { singles: [{ status: tagged(1, generalizedTime(NOW), tagged(0, enumerated(7))) }] },
  ],
  'with UTCTime': ['malformed', { producedAt: element(0x17, Buffer.from('261120120000Z')) }],
};

test.for(Object.keys(REFUSED))('refuses a response %s', (name) => {
  const [code, parts] = REFUSED[name] as readonly [RevocationProblem, Partial<OcspParts>];
  expect(verdict(parts)).toBe(code);
});

test('a nonce that was asked for must come back', () => {
  const nonce = Buffer.from('nonce');
  const withNonce = (bytes: Uint8Array): Partial<OcspParts> => ({ extensions: [nonceExtension(bytes)] });
  expect(verdict(withNonce(nonce), { nonce })).toBe('accepted');
  expect(verdict(withNonce(nonce))).toBe('accepted');
  expect(verdict(withNonce(Buffer.from('other')), { nonce })).toBe('nonce-mismatch');
  expect(verdict({}, { nonce })).toBe('nonce-mismatch');
});

test('clocks may differ by five minutes, or by the tolerance given', () => {
  const at = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
  const untilNoon = [
    { nextUpdate: tagged(0, generalizedTime(NOW)), thisUpdate: generalizedTime(inDays(-1)) },
  ];
  expect(verdict({}, { at: new Date(Number.NaN) })).toBe('not-yet-current');
  expect(verdict({}, { at: at(-5) })).toBe('accepted');
  expect(verdict({}, { at: at(-6) })).toBe('not-yet-current');
  expect(verdict({}, { at: at(-6), toleranceMs: 360_000 })).toBe('accepted');
  expect(verdict({ singles: untilNoon }, { at: at(5) })).toBe('accepted');
  expect(verdict({ singles: untilNoon }, { at: at(6) })).toBe('no-longer-current');
  const open = [{ nextUpdate: Buffer.alloc(0) }];
  expect(verdict({ singles: open }, { at: at(60), maxAgeMs: 0 })).toBe('no-longer-current');
});

test('the responder’s certificate may be at hand elsewhere', () => {
  expect(verdict({ certificates: [] }, { pool: [responder.certificate] })).toBe('accepted');
});

test('reports whether the responder itself needs a revocation check', () => {
  const needs = (parts: Partial<OcspParts>): boolean =>
    verifyOcspResponse(handmadeOcsp({ ...HONEST, ...parts }), {
      certificate,
      issuer: issuer.certificate,
      at: NOW,
    }).responderNeedsNoCheck;
  expect(needs({})).toBe(true);
  expect(needs(by(signing))).toBe(false);
});

test('of two statements about one certificate the worse counts, in any order', () => {
  for (const singles of [
    [{ status: GOOD }, { status: revoked }],
    [{ status: revoked }, { status: GOOD }],
  ]) {
    const response = handmadeOcsp({ ...HONEST, singles });
    const verified = verifyOcspResponse(response, { certificate, issuer: issuer.certificate, at: NOW });
    expect(verified.certificate.status).toBe('revoked');
  }
});

test('a certificate over the issuer’s name by another key is not covered', () => {
  const impostor = handmadeAuthority('issuer', undefined, {
    keys: freshKeys(),
    extensions: [authorityConstraints()],
  });
  const twin = handmadeCertificate({ name: 'end', issuer: impostor }).certificate;
  const response = handmadeOcsp(HONEST);
  expect(
    problem(() => verifyOcspResponse(response, { certificate: twin, issuer: impostor.certificate, at: NOW })),
  ).toBe('certificate-not-covered');
});
