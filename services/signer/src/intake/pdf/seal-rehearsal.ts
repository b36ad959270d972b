import { createHash, randomBytes } from 'node:crypto';

import {
  addSignatureTimeStamp,
  answerOcspRequest,
  answerTimeStampRequest,
  appendValidationData,
  createLocalAuthority,
  GrowingPdf,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  ocspRequest,
  PdfSyntaxError,
  prepareDocumentTimeStamp,
  readSealRevision,
  readTimeStampResponse,
  sealPdf,
  SealRefusedError,
  signatureValueOf,
  timeStampRequest,
  validatePdf,
  type Certificate,
  type LocalAuthority,
} from '@lacre/pades';

import { drawTextDocument } from '../../template/draw-text-document.ts';

/** An authority that lives as long as this process and is trusted nowhere: nothing that it seals is kept. */
interface Stage {
  authority: LocalAuthority;
  evidence: Uint8Array;
}

const FIELD_NAME = 'SeloLacre';
const DAY_MS = 86_400_000;
/** As large as an encrypted payload and evidence of a few participants are. */
const ATTACHMENT_BYTES = 16 * 1024;

let stage: Promise<Stage> | undefined;

/** Ready before the first file comes. */
export function prepareRehearsal(): Promise<Stage> {
  stage ??= makeStage();
  return stage;
}

async function makeStage(): Promise<Stage> {
  const now = new Date();
  const [authority, evidence] = await Promise.all([
    createLocalAuthority({ organization: 'Ensaio', now, keyType: 'ec-p256' }),
    drawTextDocument({
      title: 'Ensaio do selo',
      blocks: [
        {
          kind: 'paragraph',
          label: undefined,
          runs: [{ text: 'Nada desta página é guardado.', bold: false, italic: false }],
        },
      ],
      createdAt: now.toISOString(),
    }),
  ]);
  return { authority, evidence };
}

/**
 * Seals a copy to PAdES B-LTA as `seal-document` does, by a throw-away authority, and judges it by the rules that every
 * seal of ours is judged by: what passes here can be sealed once everyone has signed.
 *
 * @param alreadySigned such a file takes the seal alone, as in `sealDocument`
 * @returns why it cannot be sealed; undefined when it can
 */
export async function rehearseSeal(pdf: Uint8Array, alreadySigned: boolean): Promise<string | undefined> {
  const { authority, evidence } = await prepareRehearsal();
  const file = await GrowingPdf.open(pdf);
  try {
    await sealCopy(file, authority, alreadySigned ? undefined : evidence);
  } catch (error) {
    if (error instanceof SealRefusedError || error instanceof PdfSyntaxError) return error.code;
    throw error;
  }
  const { verdict, report, reasons } = await validatePdf(file.pdf, {
    trustedSealCertificates: [
      {
        certificate: authority.seal.certificate,
        chain: [authority.issuing.certificate, authority.root.certificate],
      },
    ],
  });
  if (verdict === 'intact' && report.level === 'B-LTA') return undefined;
  return `${verdict} at ${report.level ?? 'no level'}: ${reasons.map(({ code }) => code).join(', ')}`;
}

async function sealCopy(
  file: GrowingPdf,
  authority: LocalAuthority,
  evidence: Uint8Array | undefined,
): Promise<void> {
  const attachments = ['evidence.json', 'lacre.bin'].map((name) => ({
    name,
    mediaType: 'application/octet-stream',
    bytes: randomBytes(ATTACHMENT_BYTES),
  }));
  const sealed = await sealPdf({
    ...file.soFar,
    signer: authority.signer,
    signingTime: new Date(Math.floor(Date.now() / 1000) * 1000),
    fieldName: FIELD_NAME,
    ...(evidence ? { evidence, attachments } : {}),
  });
  const imprint = createHash('sha256').update(signatureValueOf(sealed.tail)).digest();
  const tail = addSignatureTimeStamp(sealed.tail, await stamp(authority, imprint));
  file.append({ tail, danglingNumbers: sealed.danglingNumbers });
  const token = readSealRevision(tail).signatureTimeStamp;
  const validationData = await appendValidationData({
    ...file.soFar,
    forSignatures: [
      {
        signature: { fieldName: sealed.fieldName },
        ...(await proofs(authority, authority.seal.certificate)),
      },
      ...(token
        ? [
            {
              signature: { timeStampToken: token },
              ...(await proofs(authority, authority.timeStamping.certificate)),
            },
          ]
        : []),
    ],
  });
  if (validationData) file.append(validationData);
  const prepared = await prepareDocumentTimeStamp(file.soFar);
  file.append(prepared.finish(await stamp(authority, prepared.imprint)));
}

async function stamp(authority: LocalAuthority, imprint: Uint8Array): Promise<Uint8Array> {
  const request = timeStampRequest({ imprint, digest: 'sha256', nonce: randomBytes(8), certReq: true });
  const { signer } = authority.timeStamping;
  const answer = await answerTimeStampRequest(
    request,
    { signer, policy: LOCAL_TIME_STAMP_POLICY },
    new Date(),
    randomBytes(16),
  );
  return readTimeStampResponse(answer, request).token;
}

async function proofs(
  { issuing, root, ocsp }: LocalAuthority,
  certificate: Certificate,
): Promise<{ certificates: Uint8Array[]; ocspResponses: Uint8Array[]; crls: Uint8Array[] }> {
  const thisUpdate = new Date();
  const nextUpdate = new Date(thisUpdate.getTime() + DAY_MS);
  const responder = {
    issuer: issuing.certificate,
    signer: ocsp.signer,
    statusOf: () => ({ status: 'good' }) as const,
  };
  const request = ocspRequest({ certificate, issuer: issuing.certificate });
  return {
    certificates: [certificate.der, issuing.certificate.der, root.certificate.der, ocsp.certificate.der],
    ocspResponses: [await answerOcspRequest(request, responder, thisUpdate, nextUpdate)],
    crls: [await issueCrl({ issuer: root.signer, number: 1, thisUpdate, nextUpdate, revoked: [] })],
  };
}
