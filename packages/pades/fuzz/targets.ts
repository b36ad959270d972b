import { inspectPdf } from '../cli/inspect/inspect-pdf.ts';
import { NOW } from '../fixtures/authorities.ts';
import { certificateExtensions } from '../src/certificates/certificate-extensions.ts';
import { CertificatePathError, buildCertificatePath } from '../src/certificates/certificate-path.ts';
import { icpBrasilPolicy } from '../src/certificates/icp-brasil.ts';
import { serialNumberOf } from '../src/certificates/serial-number.ts';
import { readCertificate } from '../src/cms/certificate.ts';
import { DerError } from '../src/cms/der.ts';
import { parseSignedData } from '../src/cms/parse-signed-data.ts';
import { certificatesFromPem, loadPem, PemError } from '../src/keys/load-pem.ts';
import type { LocalAuthority } from '../src/keys/local-authority.ts';
import { readAttachments } from '../src/pdf/attachments.ts';
import { PdfSyntaxError } from '../src/pdf/pdf-syntax-error.ts';
import { readPdf } from '../src/pdf/strict-pdf.ts';
import { answerOcspRequest } from '../src/revocation/answer-ocsp-request.ts';
import { readOcspRequest } from '../src/revocation/ocsp-request.ts';
import { readOcspResponse } from '../src/revocation/ocsp-response.ts';
import { readCrl } from '../src/revocation/read-crl.ts';
import { RevocationError } from '../src/revocation/revocation-error.ts';
import { verifyCrl } from '../src/revocation/verify-crl.ts';
import { verifyOcspResponse } from '../src/revocation/verify-ocsp-response.ts';
import { embeddedSignatures } from '../src/seal/embedded-signatures.ts';
import { sealPdf } from '../src/seal/seal-pdf.ts';
import { SealRefusedError } from '../src/seal/seal-refused-error.ts';
import { readSealRevision, signatureValueOf } from '../src/seal/seal-revision.ts';
import {
  answerTimeStampRequest,
  LOCAL_TIME_STAMP_POLICY,
} from '../src/time-stamp/answer-time-stamp-request.ts';
import { TimeStampError } from '../src/time-stamp/time-stamp-error.ts';
import { readTimeStampRequest } from '../src/time-stamp/time-stamp-request.ts';
import { readTimeStampResponse } from '../src/time-stamp/time-stamp-response.ts';
import { readTimeStampToken } from '../src/time-stamp/time-stamp-token.ts';
import { verifyTimeStampToken } from '../src/time-stamp/verify-time-stamp-token.ts';
import type { TrustedSealCertificate } from '../src/validate/check-seal.ts';
import { validatePdf } from '../src/validate/validate-pdf.ts';
import { appendUpdate } from './append-update.ts';
import { OWNER } from './corpus.ts';
import { fixedEcKey, type FixedKey } from './fixed-keys.ts';
import type { GenuineFiles } from './genuine-files.ts';
import { IMPRINT, STAMP_REQUEST } from './messages.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateDer } from './mutate-der.ts';
import { mutatePdf, mutateSignature } from './mutate-pdf.ts';
import type { Random } from './random.ts';
import type { Corpus, Kind } from './seed.ts';
import { signAgain, stampAgain } from './sign-again.ts';

/** What targets have at hand beside their input. */
export interface Surroundings {
  readonly corpus: Corpus;
  readonly owner: LocalAuthority;
  readonly stranger: LocalAuthority;
  readonly trustedSealCertificates: readonly TrustedSealCertificate[];
  readonly genuine: GenuineFiles;
}

/** How an input ended, in a word or two: another word is as good as another line of code reached. */
export type Outcome = string;

export interface Target {
  readonly name: string;
  /** Seeds that it starts from. */
  readonly kind: Kind;
  /** Share of the inputs of a run. */
  readonly share: number;
  /** Share of its own inputs that are run with coverage, which costs up to ten times as much. */
  readonly scouting: number;
  mutate(
    seed: Uint8Array,
    random: Random,
    other: Uint8Array,
    at: Surroundings,
  ): Uint8Array | Promise<Uint8Array>;
  /** Runs one input. Whatever it throws, but for `refusals`, is a finding. */
  run(input: Uint8Array, at: Surroundings): Outcome | Promise<Outcome>;
  readonly refusals: readonly (new (...parts: never[]) => Error)[];
}

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

const READER: Target = {
  name: 'read',
  kind: 'pdf',
  share: 0.24,
  scouting: 0.04,
  mutate: (seed, random, other) => mutatePdf(seed, random, other),
  run: (input) => {
    const pdf = readPdf(input);
    pdf.checkAllObjects();
    const seen = [pdf.pages.length, pdf.form.signatures.length, pdf.revisions.length];
    const active = Object.values(pdf.activeContent).filter(Boolean).length;
    for (const file of readAttachments(pdf)) seen.push(file.read().length > 0 ? 1 : 0);
    embeddedSignatures(pdf);
    for (const { index } of pdf.revisions.slice(-4)) seen.push(pdf.at(index).pages.length);
    return `${seen.join(' ')} ${active}`;
  },
  refusals: [PdfSyntaxError],
};

const INSPECTION: Target = {
  ...READER,
  name: 'inspect',
  share: 0.06,
  run: (input) => {
    const { problems, revisions = [] } = inspectPdf(input);
    return `${problems.map(({ code }) => code).join(' ')} ${revisions.length}`;
  },
  refusals: [],
};

/** The validator, held to what it promises: what it calls genuine was sealed, byte by byte. */
const VALIDATOR: Target = {
  name: 'validate',
  kind: 'sealed-pdf',
  share: 0.12,
  scouting: 0.02,
  mutate: async (seed, random, other, at) => {
    if (random.chance(0.2)) return mutateSignature(seed, random, other);
    // Before the end of what was sealed a change costs the seal; behind it rules decide.
    const from = random.chance(0.5) ? at.genuine.beginningOf(seed) : 0;
    const mutated = random.chance(0.75) ? mutatePdf(seed, random, other, from) : seed;
    if (mutated !== seed && random.chance(0.8)) return mutated;
    const by = { ...at, certificates: at.corpus.seeds.certificate };
    return appendUpdate(mutated, random, by);
  },
  run: async (input, { genuine, trustedSealCertificates }) => {
    const validation = await validatePdf(input, { trustedSealCertificates });
    const { verdict, reasons, sealedBytes: size } = validation;
    if (verdict === 'intact' && size === undefined) throw new Error('intact, and nothing sealed');
    const codes = reasons.map(({ code }) => code).join(' ');
    if (size === undefined || genuine.has(input.subarray(0, size))) return `${verdict} ${codes}`;
    if (genuine.hasButForCertificates(input.subarray(0, size)))
      return `${verdict} ${codes}, issuers left out`;
    throw new Error(`${verdict}, yet the first ${size} bytes were never sealed`);
  },
  refusals: [],
};

/** Whatever can be read is sealed so that it is intact, or refused. */
const SEALER: Target = {
  ...READER,
  name: 'seal',
  share: 0.03,
  scouting: 0.02,
  run: async (input, { owner }) => {
    const sealed = await sealPdf({ pdf: input, signer: owner.signer, signingTime: NOW, reserveBytes: 4200 });
    const file = Buffer.concat(sealed.pdf);
    const { verdict } = await validatePdf(file, { trustedSealCertificates: [owner.signer] });
    if (verdict !== 'intact') throw new Error(`sealed, and then ${verdict}`);
    return sealed.kind;
  },
  refusals: [PdfSyntaxError, SealRefusedError],
};

const SEAL_REVISION: Target = {
  ...READER,
  name: 'seal-revision',
  kind: 'seal-revision',
  share: 0.05,
  run: (input) => {
    const { signatureTimeStamp } = readSealRevision(input);
    signatureValueOf(input);
    return `read ${signatureTimeStamp !== undefined}`;
  },
  refusals: [SealRefusedError],
};

const SIGNED_DATA: Target = {
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

const CERTIFICATE: Target = {
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

const TIME_STAMP_REQUEST: Target = {
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

const TIME_STAMP_RESPONSE: Target = {
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

const TIME_STAMP_TOKEN: Target = {
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

const OCSP_REQUEST: Target = {
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

const OCSP_RESPONSE: Target = {
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

const CRL: Target = {
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

const PEM: Target = {
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
  refusals: [PemError, SealRefusedError],
};

export const TARGETS: readonly Target[] = [
  READER,
  INSPECTION,
  VALIDATOR,
  SEALER,
  SEAL_REVISION,
  SIGNED_DATA,
  CERTIFICATE,
  TIME_STAMP_REQUEST,
  TIME_STAMP_RESPONSE,
  TIME_STAMP_TOKEN,
  OCSP_REQUEST,
  OCSP_RESPONSE,
  CRL,
  PEM,
];
