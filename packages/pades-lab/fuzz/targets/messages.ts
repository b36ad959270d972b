import {
  answerOcspRequest,
  answerTimeStampRequest,
  type CertificateStatus,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  type LocalAuthority,
  ocspRefusal,
  ocspRequest,
  readSealRevision,
  timeStampRequest,
} from '@lacre/pades';
import { element, octetString, sequence, smallInteger, TAG } from '@lacre/pades/cms';

import { NOW } from '../../fixtures/authorities.ts';
import { ocspOf } from '../../fixtures/long-term-pieces.ts';
import { fixedToken, LATER } from '../corpus/fixed-answers.ts';
import type { Kind, Seed } from '../corpus/seed.ts';

/** What the time-stamp targets stamp and ask for. */
export const IMPRINT = Buffer.alloc(32, 7);
export const STAMP_REQUEST = timeStampRequest({
  imprint: IMPRINT,
  digest: 'sha256',
  nonce: Buffer.of(1, 2, 3, 4),
  certReq: true,
});

type Messages = Record<Exclude<Kind, 'pdf' | 'sealed-pdf' | 'seal-revision'>, Seed[]>;

const named = (prefix: string, list: readonly Uint8Array[]): Seed[] =>
  list.map((bytes, index) => ({ name: `${prefix} ${index}`, bytes }));

/** What authorities and their clients say to each other, one at least of every form that is written. */
export async function messages(
  owner: LocalAuthority,
  rsa: LocalAuthority,
  sealRevisions: readonly Seed[],
): Promise<Messages> {
  const tokens = [
    await fixedToken(owner, IMPRINT),
    await fixedToken(rsa, IMPRINT),
    await fixedToken(owner, Buffer.alloc(48, 7), 'sha384'),
  ];
  const certificates = [owner, rsa].flatMap((held) =>
    [held.root, held.issuing, held.seal, held.ocsp, held.timeStamping].map(({ certificate }) => certificate),
  );
  const pem = certificates.slice(0, 3).map(({ x509 }) => x509.toString());
  return {
    'signed-data': named('CMS', [
      ...sealRevisions.map(({ bytes }) => readSealRevision(bytes).cms),
      ...tokens,
    ]),
    certificate: named(
      'certificate',
      certificates.map(({ der }) => der),
    ),
    'time-stamp-request': named('request', stampRequests()),
    'time-stamp-response': named('response', await stampResponses(owner)),
    'time-stamp-token': named('token', tokens),
    'ocsp-request': named('request', ocspRequests(owner)),
    'ocsp-response': named('response', await ocspResponses(owner)),
    crl: named('CRL', await crls(owner)),
    pem: named('PEM', [
      Buffer.from(pem.join('')),
      Buffer.from(owner.toPem().sealKey + owner.toPem().sealCertificate),
    ]),
  };
}

function stampRequests(): Buffer[] {
  const policy = LOCAL_TIME_STAMP_POLICY;
  return [
    STAMP_REQUEST,
    timeStampRequest({ imprint: IMPRINT, digest: 'sha256', certReq: false }),
    timeStampRequest({ imprint: Buffer.alloc(64, 1), digest: 'sha512', policy, certReq: true }),
  ];
}

async function stampResponses(owner: LocalAuthority): Promise<Buffer[]> {
  const authority = { signer: owner.timeStamping.signer, policy: LOCAL_TIME_STAMP_POLICY };
  const answer = (request: Uint8Array): Promise<Buffer> =>
    answerTimeStampRequest(request, authority, NOW, Buffer.of(9));
  const granted = await answer(STAMP_REQUEST);
  const otherPolicy = timeStampRequest({
    imprint: IMPRINT,
    digest: 'sha256',
    policy: '1.2.3',
    certReq: true,
  });
  const text = sequence(element(TAG.utf8String, Buffer.from('later')));
  return [
    granted,
    await answer(otherPolicy),
    await answer(Buffer.from('nothing')),
    sequence(sequence(smallInteger(3), text)),
  ];
}

function ocspRequests({ seal, issuing }: LocalAuthority): Buffer[] {
  const about = { certificate: seal.certificate, issuer: issuing.certificate };
  return [
    ocspRequest(about),
    ocspRequest({ ...about, nonce: Buffer.alloc(16, 3) }),
    ocspRequest({ ...about, digest: 'sha256' }),
  ];
}

async function ocspResponses(owner: LocalAuthority): Promise<Buffer[]> {
  const { certificate } = owner.seal;
  const statuses: CertificateStatus[] = [
    { status: 'good' },
    { status: 'unknown' },
    { status: 'revoked', revokedAt: NOW, reason: 'keyCompromise' },
    { status: 'revoked', revokedAt: NOW, reason: 'unspecified' },
  ];
  const issuer = owner.issuing.certificate;
  const byIssuer = { issuer, signer: owner.issuing.signer, statusOf: () => statuses[0] as CertificateStatus };
  const request = ocspRequest({ certificate, issuer, nonce: Buffer.alloc(16, 3) });
  return [
    ...(await Promise.all(statuses.map((status) => ocspOf(owner, certificate, NOW, status)))),
    await answerOcspRequest(request, { ...byIssuer, responderId: 'by-name' }, NOW, LATER),
    ocspRefusal(3),
    sequence(octetString(Buffer.of(1))),
  ];
}

function crls({ root, issuing }: LocalAuthority): Promise<Buffer[]> {
  const times = { number: 7, thisUpdate: NOW, nextUpdate: LATER };
  const revoked = (['keyCompromise', 'superseded', 'unspecified'] as const).map((reason, index) => ({
    serial: `0${index + 1}ab`,
    revokedAt: NOW,
    reason,
  }));
  return Promise.all([
    issueCrl({ issuer: root.signer, ...times, revoked: [] }),
    issueCrl({ issuer: issuing.signer, ...times, revoked }),
  ]);
}
