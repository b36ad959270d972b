import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { inDays } from '@lacre/pades-lab/fixtures/handmade-certificates';
import { expect, test } from 'vitest';

import { serialNumberOf } from '../certificates/serial-number.ts';
import { element, sequence, smallInteger, tagged } from '../cms/der.ts';
import { answerOcspRequest, ocspRefusal } from './answer-ocsp-request.ts';
import { certificateId } from './certificate-id.ts';
import { type CertificateStatus, REASONS, type RevocationReason } from './certificate-status.ts';
import { nonceExtension, ocspRequest, readOcspRequest } from './ocsp-request.ts';
import { readOcspResponse } from './ocsp-response.ts';
import { RevocationError } from './revocation-error.ts';
import { verifyOcspResponse } from './verify-ocsp-response.ts';

const TOMORROW = inDays(1);
const REVOKED = { status: 'revoked', revokedAt: inDays(-2), reason: 'keyCompromise' } as const;

test.for(['rsa-2048', 'ec-p256', 'ec-p384'] as const)('a responder of %s answers', async (keyType) => {
  const { seal, issuing, ocsp } = await authority(keyType);
  const { certificate } = seal;
  const issuer = issuing.certificate;
  const nonce = Buffer.alloc(32, 7);
  for (const status of [{ status: 'good' }, { status: 'unknown' }, REVOKED] as const) {
    for (const responderId of ['by-key', 'by-name'] as const) {
      for (const digest of ['sha1', 'sha256'] as const) {
        const asked: string[] = [];
        const statusOf = (serial: string): CertificateStatus => {
          asked.push(serial);
          return status;
        };
        const request = ocspRequest({ certificate, issuer, nonce, digest });
        const responder = { issuer, signer: ocsp.signer, statusOf, responderId };
        const response = await answerOcspRequest(request, responder, NOW, TOMORROW);
        expect(asked).toEqual([serialNumberOf(certificate)]);
        const verified = verifyOcspResponse(response, { certificate, issuer, at: NOW, nonce });
        expect(verified).toMatchObject({
          certificate: status,
          thisUpdate: NOW,
          nextUpdate: TOMORROW,
          producedAt: NOW,
          responderNeedsNoCheck: true,
        });
        expect(verified.responder.der).toEqual(ocsp.certificate.der);
      }
    }
  }
});

test('the issuer may answer itself, and then needs no certificate inside', async () => {
  const { seal, issuing } = await authority('ec-p256');
  const { certificate } = seal;
  const issuer = issuing.certificate;
  const responder = { issuer, signer: issuing.signer, statusOf: () => REVOKED };
  const response = await answerOcspRequest(ocspRequest({ certificate, issuer }), responder, NOW, TOMORROW);
  expect(readOcspResponse(response).certificates).toEqual([]);
  expect(verifyOcspResponse(response, { certificate, issuer, at: NOW })).toMatchObject({
    certificate: REVOKED,
    responder: issuer,
    responderNeedsNoCheck: true,
  });
});

test.for(Object.keys(REASONS) as RevocationReason[])('the response carries the reason %s', async (reason) => {
  const { seal, issuing, ocsp } = await authority('ec-p256');
  const issuer = issuing.certificate;
  const statusOf = (): CertificateStatus => ({ ...REVOKED, reason });
  const response = await answerOcspRequest(
    ocspRequest({ certificate: seal.certificate, issuer }),
    { issuer, signer: ocsp.signer, statusOf },
    NOW,
    TOMORROW,
  );
  const verified = verifyOcspResponse(response, { certificate: seal.certificate, issuer, at: NOW });
  expect(verified.certificate).toEqual({ ...REVOKED, reason });
});

test('certificates of other issuers are unknown, and not looked up', async () => {
  const { issuing, ocsp } = await authority('ec-p256');
  const others = await authority('ec-p384');
  const statusOf = (): CertificateStatus => {
    throw new Error('asked about another’s certificate');
  };
  const certificate = others.seal.certificate;
  const issuer = others.issuing.certificate;
  const responder = { issuer: issuing.certificate, signer: ocsp.signer, statusOf };
  const response = await answerOcspRequest(ocspRequest({ certificate, issuer }), responder, NOW, TOMORROW);
  expect(readOcspResponse(response).responses[0]?.certificate).toEqual({ status: 'unknown' });
});

test.for([
  ['nothing', Buffer.alloc(0)],
  ['a web page', Buffer.from('<html>')],
  ['no certificate', sequence(sequence(sequence()))],
  [
    'a nonce of 33 bytes',
    sequence(sequence(sequence(), tagged(2, sequence(nonceExtension(Buffer.alloc(33)))))),
  ],
] as const)('a request that is %s is answered by saying so', async ([, request]) => {
  const { issuing, ocsp } = await authority('ec-p256');
  const responder = { issuer: issuing.certificate, signer: ocsp.signer, statusOf: () => REVOKED };
  const response = await answerOcspRequest(request, responder, NOW, TOMORROW);
  expect(problem(() => readOcspResponse(response))).toBe('malformed-request');
});

test.for([
  [1, 'malformed-request'],
  [2, 'internal-error'],
  [3, 'try-later'],
  [5, 'signature-required'],
  [6, 'unauthorized'],
] as const)('refusal %d is %s', ([status, code]) => {
  expect(problem(() => readOcspResponse(ocspRefusal(status)))).toBe(code);
});

test('a request with a signature, a name and several certificates is read', async () => {
  const { seal, ocsp, issuing } = await authority('ec-p256');
  const issuer = issuing.certificate;
  const [one, two] = [seal, ocsp].map(({ certificate }) =>
    sequence(certificateId(certificate, issuer, 'sha256')),
  );
  const tbs = sequence(
    tagged(0, smallInteger(0)),
    tagged(1, element(0x86, Buffer.from('x'))),
    sequence(one as Buffer, two as Buffer),
  );
  const request = readOcspRequest(sequence(tbs, tagged(0, sequence())));
  expect(request.certificates.map(({ serial }) => serial)).toEqual(
    [seal, ocsp].map(({ certificate }) => serialNumberOf(certificate)),
  );
  const { certificate } = seal;
  for (const bytes of [0, 33]) {
    expect(() => ocspRequest({ certificate, issuer, nonce: Buffer.alloc(bytes) })).toThrow(TypeError);
  }
});

/** The problem's code. */
function problem(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RevocationError) return error.code;
    throw error;
  }
  return 'accepted';
}
