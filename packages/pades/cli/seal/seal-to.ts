import { randomBytes } from 'node:crypto';

import type { Certificate } from '../../src/cms/certificate.ts';
import { appendValidationData } from '../../src/seal/append-validation-data.ts';
import { prepareDocumentTimeStamp } from '../../src/seal/document-time-stamp.ts';
import { sealPdf, type SealRequest } from '../../src/seal/seal-pdf.ts';
import { readSealRevision } from '../../src/seal/seal-revision.ts';
import type { SealSigner } from '../../src/seal/seal-signer.ts';
import { timeStampRequest } from '../../src/time-stamp/time-stamp-request.ts';
import { readTimeStampResponse } from '../../src/time-stamp/time-stamp-response.ts';
import { readTimeStampToken } from '../../src/time-stamp/time-stamp-token.ts';
import type { BaselineLevel } from '../../src/validate/proof-of-existence.ts';
import { GrowingPdf } from '../../src/write/growing-pdf.ts';
import type { ValidationData } from '../../src/write/security-store.ts';
import type { Authorities } from '../authorities/authorities.ts';
import { ValidationDataCollector } from '../authorities/validation-data.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';

export interface Sealing {
  readonly signer: SealSigner;
  readonly authorities: Authorities;
  readonly now: () => Date;
  /** Told of each step that is done. */
  readonly tell: (message: string) => void;
  readonly content: Pick<SealRequest, 'evidence' | 'attachments' | 'name' | 'reason' | 'location'>;
}

/**
 * Seals a document up to a level, step by step: seal with its time stamp, validation data, document
 * time stamp. Fails as a whole when a step does.
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
  const [token] = stamps;
  if (!token || level === 'B-T') return file;
  await addValidationData(file, sealed.fieldName, sealed.tail, sealing);
  if (level === 'B-LTA') await addDocumentTimeStamp(file, sealing);
  return file;
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
  tell(`time stamp by ${info.certificate?.commonName ?? 'nobody named'}, ${info.time.toISOString()}`);
  return token;
}

async function addValidationData(
  file: GrowingPdf,
  fieldName: string,
  tail: Buffer,
  sealing: Sealing,
): Promise<void> {
  const { signer, authorities, now, tell } = sealing;
  const { signatureTimeStamp } = readSealRevision(tail);
  const stamper = signatureTimeStamp && readTimeStampToken(signatureTimeStamp);
  if (!signatureTimeStamp || !stamper?.certificate) {
    throw new CommandError(
      'the time stamp does not carry the certificate of its authority',
      EXIT.unavailable,
    );
  }
  const collector = new ValidationDataCollector(authorities, now);
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
}

async function addDocumentTimeStamp(file: GrowingPdf, sealing: Sealing): Promise<void> {
  const prepared = await prepareDocumentTimeStamp(file.soFar);
  file.append(prepared.finish(await stamp(prepared.imprint, sealing)));
}
