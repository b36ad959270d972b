import { randomBytes } from 'node:crypto';

import {
  appendValidationData,
  type BaselineLevel,
  type Certificate,
  GrowingPdf,
  prepareDocumentTimeStamp,
  readSealRevision,
  readTimeStampResponse,
  readTimeStampToken,
  sealPdf,
  type SealRequest,
  type SealSigner,
  timeStampRequest,
  validatePdf,
  type ValidationData,
} from '@lacre/pades';

import type { Authorities } from '../authorities/authorities.ts';
import { ValidationDataCollector } from '../authorities/validation-data.ts';
import { issuersAbove } from '../terminal/certificates-in.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';

export interface Sealing {
  readonly signer: SealSigner;
  readonly authorities: Authorities;
  /** Where paths of certificates may end that do not come to a root. */
  readonly anchors: readonly Certificate[];
  readonly now: () => Date;
  /** Called after each step. */
  readonly tell: (message: string) => void;
  readonly content: Pick<SealRequest, 'evidence' | 'attachments' | 'name' | 'reason' | 'location'>;
}

/**
 * Seals a document up to a level, step by step: seal with its time stamp, validation data, document
 * time stamp. Fails as a whole when a step does, or when what came of them is not judged to be intact and at
 * that level.
 */
export async function sealTo(level: BaselineLevel, pdf: Buffer, sealing: Sealing): Promise<GrowingPdf> {
  const { signer, now, tell } = sealing;
  const file = await GrowingPdf.open(pdf);
  const stamps: Uint8Array[] = [];
  const timeStamp = async (digest: Buffer): Promise<Uint8Array> => {
    const token = await stamp(digest, sealing);
    stamps.push(token);
    return token;
  };
  const sealed = await sealPdf({
    ...file.soFar,
    ...sealing.content,
    signer,
    signingTime: now(),
    ...(level !== 'B-B' && { timeStamp }),
  });
  file.append(sealed);
  tell(`sealed by ${signer.certificate.commonName}`);
  if (level === 'B-LT' || level === 'B-LTA') {
    const paths = await addValidationData(file, sealed.fieldName, sealed.tail, sealing);
    if (level === 'B-LTA') await addDocumentTimeStamp(file, sealing);
    await checkSealed(level, file, sealing, paths);
  } else await checkSealed(level, file, sealing, pathsAtHand(signer, stamps));
  return file;
}

/** Of the seal and of its time stamp: the certificate first, its root or anchor last. */
interface Paths {
  readonly seal: readonly Certificate[];
  readonly timeStamp: readonly Certificate[];
}

/** Below B-LT no path is fetched: that of a time stamp ends where its certificates do. */
function pathsAtHand(signer: SealSigner, stamps: readonly Uint8Array[]): Paths {
  const above: Certificate[] = [];
  for (const { certificate, certificates } of stamps.map((token) => readTimeStampToken(token))) {
    if (certificate) above.push(certificate, ...issuersAbove(certificate, certificates));
  }
  return { seal: [signer.certificate, ...signer.chain], timeStamp: above };
}

/** The validator decides, before a file is called sealed. */
async function checkSealed(
  level: BaselineLevel,
  file: GrowingPdf,
  { signer, now }: Sealing,
  { seal, timeStamp }: Paths,
): Promise<void> {
  const { verdict, reasons, report } = await validatePdf(file.pdf, {
    trustedSealCertificates: [{ certificate: signer.certificate, chain: seal.slice(1) }],
    trustAnchors: timeStamp.slice(-1),
    expectedLevel: level,
    at: now(),
  });
  if (verdict === 'intact' && report.level === level) return;
  const why = reasons
    .map(({ code, detail }) => (detail === undefined ? code : `${code} (${detail})`))
    .join(', ');
  throw new CommandError(
    `what was made is ${verdict} at ${report.level ?? 'no level'}, not intact at ${level}: ${why || 'no reason given'}`,
    EXIT.unavailable,
  );
}

const NONCE_BYTES = 16;

async function stamp(imprint: Uint8Array, { authorities, tell }: Sealing): Promise<Uint8Array> {
  const request = timeStampRequest({
    imprint,
    digest: 'sha256',
    nonce: randomBytes(NONCE_BYTES),
    certReq: true,
  });
  const { token, info } = readTimeStampResponse(await authorities.timeStamp(request), request);
  tell(`time stamp by ${info.certificate?.commonName ?? 'an unnamed authority'}, ${info.time.toISOString()}`);
  return token;
}

async function addValidationData(
  file: GrowingPdf,
  fieldName: string,
  tail: Buffer,
  sealing: Sealing,
): Promise<Paths> {
  const { signer, authorities, anchors, now, tell } = sealing;
  const { signatureTimeStamp } = readSealRevision(tail);
  const stamper = signatureTimeStamp && readTimeStampToken(signatureTimeStamp);
  if (!signatureTimeStamp || !stamper?.certificate) {
    throw new CommandError(
      'the time stamp does not carry the certificate of its authority',
      EXIT.unavailable,
    );
  }
  const collector = new ValidationDataCollector(authorities, anchors, now);
  const forSeal = await collector.collect(signer.certificate, signer.chain);
  const pool: Certificate[] = [...stamper.certificates, ...signer.chain];
  const forStamp = await collector.collect(stamper.certificate, pool);
  const revision = await appendValidationData({
    ...file.soFar,
    forSignatures: [
      { signature: { fieldName }, ...forSeal },
      { signature: { timeStampToken: signatureTimeStamp }, ...forStamp },
    ],
  });
  if (revision) file.append(revision);
  const count = (kind: keyof ValidationData): number =>
    new Set([...forSeal[kind], ...forStamp[kind]].map((der) => Buffer.from(der).toString('base64'))).size;
  const [certificates, responses, crls] = [count('certificates'), count('ocspResponses'), count('crls')];
  tell(`validation data: ${certificates} certificates, ${responses} OCSP responses, ${crls} CRLs`);
  return { seal: forSeal.path, timeStamp: forStamp.path };
}

async function addDocumentTimeStamp(file: GrowingPdf, sealing: Sealing): Promise<void> {
  const prepared = await prepareDocumentTimeStamp(file.soFar);
  file.append(prepared.finish(await stamp(prepared.imprint, sealing)));
}
