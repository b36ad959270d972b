import { createHash } from 'node:crypto';

import type { StoredBlob } from '@lacre/blob-store';
import type { SealRevision } from '@lacre/contracts';
import {
  addSignatureTimeStamp,
  appendValidationData,
  prepareDocumentTimeStamp,
  readPdf,
  readSealRevision,
  sealPdf,
  signatureValueOf,
  type AppendedRevision,
  type Certificate,
  type GrowingPdf,
} from '@lacre/pades';

import type { RevocationSource } from '../../authorities/revocation.ts';
import type { Stamp, TimeStamping } from '../../authorities/time-stamping.ts';
import { assertValid, type SealKeys } from '../../keys/seal-keys.ts';
import { declaredPolicy, type SealPolicy } from '../seal-policy.ts';
import { attachmentsOf, type SealedWith, type SealPlan } from './render-evidence.ts';

/** What is added to a file; from the run that made it, with what the next step is spared to find out. */
export type Revision = Pick<AppendedRevision, 'tail'> & Partial<AppendedRevision>;

/** The address and size that the bytes have as a blob. */
export const blobOf = (bytes: Uint8Array): StoredBlob => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sizeBytes: bytes.length,
});

/** What an event says of the revision that the file now ends with. */
export const revisionOf = (
  kind: SealRevision['kind'],
  { tail }: Revision,
  { sha256: fileSha256 }: GrowingPdf,
): SealRevision => ({ kind, ...blobOf(tail), fileSha256 });

/** A revision, and by whom the time in it is. */
export interface StampedRevision {
  revision: Revision;
  stamp: Stamp;
}

const FIELD_NAME = 'SeloLacre';

/**
 * The seal revision at B-B: evidence and signature.
 *
 * @throws SealCertificateExpired, SealRefusedError, PdfSyntaxError
 */
export async function signFile(
  signer: { now: () => Date; sealKeys: SealKeys; sealPolicy: SealPolicy },
  file: GrowingPdf,
  plan: SealPlan,
  evidence: SealedWith | undefined,
): Promise<Revision> {
  const { certificate } = signer.sealKeys.signer;
  assertValid(certificate, signer.now());
  const policy = declaredPolicy(signer.sealPolicy, certificate);
  return sealPdf({
    ...file.soFar,
    signer: signer.sealKeys.signer,
    signingTime: plan.sealingTime,
    name: 'Lacre',
    reason: 'Selo da plataforma sobre o documento assinado e sua página de assinaturas',
    location: 'BR',
    fieldName: FIELD_NAME,
    policy,
    ...(evidence ? { attachments: attachmentsOf(evidence) } : {}),
    ...(evidence?.pages ? { evidence: evidence.pages } : {}),
  });
}

/** The seal revision with a time stamp of its signature in it. @throws AuthorityUnavailable, TimeStampError */
export async function stampSignature(
  signer: { timeStamping: TimeStamping },
  staged: Revision,
): Promise<StampedRevision> {
  const imprint = createHash('sha256').update(signatureValueOf(staged.tail)).digest();
  const stamp = await signer.timeStamping.stamp(imprint);
  const tail = addSignatureTimeStamp(staged.tail, stamp.token);
  const { danglingNumbers } = staged;
  return { revision: danglingNumbers ? { tail, danglingNumbers } : { tail }, stamp };
}

export interface ValidationDataRevision {
  revision: Revision;
  certificates: number;
  ocspResponses: number;
  revocationLists: number;
}

/**
 * What it takes to check the seal and its time stamp when their authorities are gone: certificates, and proof that none
 * of them was revoked. @throws AuthorityUnavailable
 */
export async function addValidationData(
  signer: { revocation: RevocationSource },
  file: GrowingPdf,
  sealRevision: Buffer,
  paths: { seal: readonly Certificate[]; timeStamp: readonly Certificate[] },
): Promise<ValidationDataRevision> {
  const [seal, timeStamp] = await Promise.all([
    signer.revocation.proofs(paths.seal),
    signer.revocation.proofs(paths.timeStamp),
  ]);
  const token = readSealRevision(sealRevision).signatureTimeStamp;
  // A document with an earlier seal of this platform has the usual name taken.
  const fieldName = readPdf(file.pdf).form.signatures.at(-1)?.name ?? FIELD_NAME;
  const revision = await appendValidationData({
    ...file.soFar,
    forSignatures: [
      { signature: { fieldName }, ...seal },
      ...(token ? [{ signature: { timeStampToken: token }, ...timeStamp }] : []),
    ],
  });
  if (!revision) throw new Error('a fresh seal has its validation data already');
  const count = (key: 'certificates' | 'ocspResponses' | 'crls') =>
    new Set([...seal[key], ...timeStamp[key]].map((der) => Buffer.from(der).toString('base64'))).size;
  return {
    revision,
    certificates: count('certificates'),
    ocspResponses: count('ocspResponses'),
    revocationLists: count('crls'),
  };
}

/** A time stamp over the whole file. @throws AuthorityUnavailable, TimeStampError */
export async function stampFile(
  signer: { timeStamping: TimeStamping },
  file: GrowingPdf,
): Promise<StampedRevision> {
  const prepared = await prepareDocumentTimeStamp(file.soFar);
  const stamp = await signer.timeStamping.stamp(prepared.imprint);
  return { revision: prepared.finish(stamp.token), stamp };
}
