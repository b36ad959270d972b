import {
  answerOcspRequest,
  answerTimeStampRequest,
  buildCertificatePath,
  certificateExtensions,
  CertificatePathError,
  certificatesFromPem,
  DerError,
  icpBrasilPolicy,
  loadPem,
  LOCAL_TIME_STAMP_POLICY,
  KeyFileError,
  readCertificate,
  readCrl,
  readOcspRequest,
  readOcspResponse,
  readTimeStampRequest,
  readTimeStampResponse,
  readTimeStampToken,
  RevocationError,
  SealRefusedError,
  serialNumberOf,
  TimeStampError,
  verifyCrl,
  verifyOcspResponse,
  verifyTimeStampToken,
} from '@lacre/pades';
import { parseSignedData } from '@lacre/pades/cms';

import { NOW } from '../../fixtures/authorities.ts';
import { OWNER } from '../corpus/corpus.ts';
import { fixedEcKey, type FixedKey } from '../corpus/fixed-keys.ts';
import { mutateBytes } from '../mutate/mutate-bytes.ts';
import { mutateDer } from '../mutate/mutate-der.ts';
import { signAgain, stampAgain } from '../mutate/sign-again.ts';
import type { Random } from '../random.ts';
import { IMPRINT, STAMP_REQUEST } from './messages.ts';
import type { Target } from './target.ts';

const DER_MUTATION = {
  scouting: 0.1,
  mutate: (seed: Uint8Array, random: Random, other: Uint8Array): Uint8Array => mutateDer(seed, random, other),
};

/** Mutates, and as often as not has an authority sign what came of it. */
function andSigned(
  role: string,
  sign: (bytes: Uint8Array, key: FixedKey) => Uint8Array,
): Pick<Target, 'scouting' | 'mutate'> {
  const key = fixedEcKey(`${OWNER} ${role}`);
  return {
    scouting: 0.1,
    mutate: (seed, random, other) => {
      const mutated = mutateDer(seed, random, other);
      return random.chance(0.5) ? sign(mutated, key) : mutated;
    },
  };
}

export const SIGNED_DATA: Target = {
  ...DER_MUTATION,
  name: 'signed-data',
  kind: 'signed-data',
  share: 0.08,
  run: (input) => {
    try {
      return `detached ${parseSignedData(input).certificates.length}`;
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      return `enclosed ${parseSignedData(input, 'enclosed').certificates.length}`;
    }
  },
  refusals: [DerError],
};

export const CERTIFICATE: Target = {
  ...andSigned('Emissora', signAgain),
  name: 'certificate',
  kind: 'certificate',
  share: 0.08,
  run: (input, { owner }) => {
    const certificate = readCertificate(input);
    const { extendedKeyUsage } = certificateExtensions(certificate);
    icpBrasilPolicy(certificate);
    serialNumberOf(certificate);
    const pool = [owner.issuing.certificate, certificate];
    const path = buildCertificatePath(certificate, { pool, anchors: [owner.root.certificate], at: NOW });
    return `path ${path.length} ${extendedKeyUsage?.purposes.length}`;
  },
  refusals: [DerError, CertificatePathError],
};

export const TIME_STAMP_REQUEST: Target = {
  ...DER_MUTATION,
  name: 'time-stamp-request',
  kind: 'time-stamp-request',
  share: 0.04,
  run: async (input, { owner }) => {
    const authority = { signer: owner.timeStamping.signer, policy: LOCAL_TIME_STAMP_POLICY };
    const answer = await answerTimeStampRequest(input, authority, NOW, Buffer.of(9));
    const { digest } = readTimeStampRequest(input);
    return `read ${digest} ${answer.length > 200}`;
  },
  refusals: [TimeStampError],
};

export const TIME_STAMP_RESPONSE: Target = {
  ...andSigned('Carimbo', stampAgain),
  name: 'time-stamp-response',
  kind: 'time-stamp-response',
  share: 0.06,
  run: (input) => {
    const { modified } = readTimeStampResponse(input, STAMP_REQUEST);
    return `granted ${modified}`;
  },
  refusals: [TimeStampError],
};

export const TIME_STAMP_TOKEN: Target = {
  ...andSigned('Carimbo', stampAgain),
  name: 'time-stamp-token',
  kind: 'time-stamp-token',
  share: 0.06,
  run: (input) => {
    const token = readTimeStampToken(input);
    const { certificate } = verifyTimeStampToken(
      token,
      token.digest === 'sha384' ? Buffer.alloc(48, 7) : IMPRINT,
    );
    return `verified ${certificate.commonName}`;
  },
  refusals: [TimeStampError],
};

export const OCSP_REQUEST: Target = {
  ...DER_MUTATION,
  name: 'ocsp-request',
  kind: 'ocsp-request',
  share: 0.04,
  run: async (input, { owner }) => {
    const responder = {
      issuer: owner.issuing.certificate,
      signer: owner.ocsp.signer,
      statusOf: () => ({ status: 'good' }) as const,
    };
    await answerOcspRequest(input, responder, NOW, NOW);
    const { certificates, nonce } = readOcspRequest(input);
    return `read ${certificates.length} ${nonce !== undefined}`;
  },
  refusals: [RevocationError],
};

export const OCSP_RESPONSE: Target = {
  ...andSigned('OCSP', signAgain),
  name: 'ocsp-response',
  kind: 'ocsp-response',
  share: 0.07,
  run: (input, { owner }) => {
    const about = { certificate: owner.seal.certificate, issuer: owner.issuing.certificate };
    const { certificate } = verifyOcspResponse(readOcspResponse(input), { ...about, at: NOW });
    return certificate.status;
  },
  refusals: [RevocationError],
};

export const CRL: Target = {
  ...andSigned('Emissora', signAgain),
  name: 'crl',
  kind: 'crl',
  share: 0.06,
  run: (input, { owner }) => {
    const about = { certificate: owner.seal.certificate, issuer: owner.issuing.certificate };
    return verifyCrl(readCrl(input), { ...about, at: NOW }).certificate.status;
  },
  refusals: [RevocationError],
};

export const PEM: Target = {
  name: 'pem',
  kind: 'pem',
  share: 0.01,
  scouting: 0.1,
  mutate: (seed, random, other) => mutateBytes(seed, random, other),
  run: (input) => {
    const text = Buffer.from(input).toString('latin1');
    const { length } = certificatesFromPem(text);
    loadPem(text, 'x');
    return `${length}`;
  },
  refusals: [KeyFileError, SealRefusedError],
};
