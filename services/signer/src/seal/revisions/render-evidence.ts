import { createHash } from 'node:crypto';

import type { ProcessDocument } from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';
import { notBefore, type EventStore } from '@lacre/event-store';
import { icpBrasilPolicy, type AttachmentSource } from '@lacre/pades';
import type { PersonalDataKeys } from '@lacre/personal-data';
import type { Logger } from 'pino';

import type { TimeStamping } from '../../authorities/time-stamping.ts';
import { readEmbedded, type EmbeddedParts } from '../../embedded/read-embedded.ts';
import { readEventChain } from '../../evidence/chain/event-chain.ts';
import { evidenceOf } from '../../evidence/embedded-evidence.ts';
import { evidenceFacts, type EvidenceOptions } from '../../evidence/evidence-facts.ts';
import { evidenceJson } from '../../evidence/evidence-json.ts';
import type { EvidenceRenderer } from '../../evidence/evidence-renderer.ts';
import { tenantLogo } from '../../files/tenant-images.ts';
import { issuerNameOf } from '../../keys/issuer-name.ts';
import type { SealKeys } from '../../keys/seal-keys.ts';
import type { ProcessRecord } from '../../process/process-record.ts';
import { encryptPayload, PAYLOAD_NAME } from './platform-payload.ts';
import { secretCode, validationCode } from './validation-code.ts';

const EVIDENCE_NAME = 'evidence.json';

/** What a seal is to say, settled before it is made. */
export interface SealPlan {
  level: SealLevel;
  validationCode: string;
  /**
   * To the millisecond, and not before the last event of the process. The signature says the same moment cut to the
   * second, as dates in PDF are (ISO 32000-2, 7.9.4).
   */
  sealingTime: Date;
}

/** @param id what the validation code is derived from */
export function planOf(
  signer: { now: () => Date; payloadKey: Uint8Array; sealLevel: SealLevel },
  id: string,
  { entries }: ProcessRecord,
): SealPlan {
  const last = entries.at(-1)?.metadata.occurredAt;
  return {
    level: signer.sealLevel,
    validationCode: validationCode(signer.payloadKey, id),
    sealingTime: new Date(notBefore(signer.now().toISOString(), last)),
  };
}

/** What goes into a document with its seal. */
export interface Evidence {
  /** A PDF of its own whose pages follow the document's. */
  pages: Uint8Array;
  /** `evidence.json`. */
  facts: Uint8Array;
  /** The platform's payload, encrypted. */
  payload: Uint8Array;
}

/** What a seal revision adds: the files, and the pages unless they are the file itself. */
export type SealedWith = Pick<Evidence, 'facts' | 'payload'> & Partial<Pick<Evidence, 'pages'>>;

/** What evidence is rendered with. */
export interface EvidenceParts extends EmbeddedParts {
  readonly eventStore: EventStore;
  readonly logger: Logger;
  readonly personalDataKeys: PersonalDataKeys;
  readonly evidence: EvidenceRenderer;
  readonly payloadKey: Uint8Array;
  readonly publicUrl: string;
  readonly sealKeys: SealKeys;
  readonly timeStamping: TimeStamping;
}

/** Draws the evidence of one document as its process stands. */
export async function renderEvidence(
  signer: EvidenceParts,
  record: ProcessRecord,
  document: ProcessDocument,
  { level, validationCode: code, sealingTime }: SealPlan,
  options: EvidenceOptions = {},
): Promise<Evidence> {
  const { documentId, sha256: documentSha256, sourceSha256 } = document;
  const { tenantId, processId } = record.created;
  const page = `${signer.publicUrl}/validate`;
  const sealedAt = sealingTime.toISOString();
  const chain = await readEventChain(signer, record, documentId);
  const facts = evidenceFacts(
    record,
    documentId,
    { code, secret: secretCode(signer.payloadKey, code), page, url: `${page}?code=${code}` },
    { seal: { sealedAt, level, ...authorityFacts(signer, level) }, chain },
    {
      logo: await tenantLogo(signer, tenantId),
      embedded: (await readEmbedded(signer, document)).map(evidenceOf),
      ...options,
    },
  );
  const json = evidenceJson(facts);
  const evidenceSha256 = createHash('sha256').update(json).digest('hex');
  const payload = encryptPayload(
    {
      version: 1,
      tenantId,
      processId,
      documentId,
      documentSha256,
      sourceSha256,
      evidenceSha256,
      validationCode: code,
      sealedAt,
    },
    signer.payloadKey,
  );
  return { pages: await signer.evidence.render(facts), facts: json, payload };
}

/** Who stands behind the seal and its time, as the pages tell it. */
function authorityFacts(
  { sealKeys, timeStamping }: { sealKeys: SealKeys; timeStamping: TimeStamping },
  level: SealLevel,
) {
  const { certificate } = sealKeys.signer;
  return {
    certificateSubject: certificate.commonName,
    certificateIssuer: issuerNameOf(certificate),
    certificateSha256: sealKeys.certificateSha256,
    certificateNotAfter: certificate.notAfter.toISOString(),
    // An authority of one's own stays local whatever its certificates say.
    authority: sealKeys.localAuthority ? 'local' : icpBrasilPolicy(certificate) ? 'icp-brasil' : 'other',
    timeStampAuthority: level === 'B-B' ? null : { name: timeStamping.name, local: timeStamping.local },
  } as const;
}

/** The files that are embedded with the seal. */
export const attachmentsOf = ({ facts, payload }: SealedWith): AttachmentSource[] => [
  {
    name: EVIDENCE_NAME,
    mediaType: 'application/json',
    bytes: facts,
    description: 'Evidências das assinaturas, em formato legível por máquina',
    relationship: 'Data',
  },
  {
    name: PAYLOAD_NAME,
    mediaType: 'application/octet-stream',
    bytes: payload,
    description: 'Dados da plataforma, cifrados',
    relationship: 'Unspecified',
  },
];
