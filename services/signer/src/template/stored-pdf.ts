import { randomUUID } from 'node:crypto';

import { reaches } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';
import { Refusal, type Call } from '@lacre/http';
import { issueProof, type ProofSecret } from '@lacre/proofs';

import { embeddedView } from '../embedded/embedded-views.ts';
import { readEmbedded, type EmbeddedParts } from '../embedded/read-embedded.ts';
import { PROOF_LIFE_SECONDS } from '../intake/take-in-upload.ts';
import { readCompanyRecord, readTemplateRecord } from './read-records.ts';

/**
 * The PDF that a template keeps, as if it had just been sent: its bytes were vouched for when they came in. Undefined
 * for a template of text. @throws Refusal TEMPLATE_NOT_FOUND, COMPANY_NOT_FOUND
 */
export async function storedPdf(
  signer: EmbeddedParts & { proofSecret: ProofSecret },
  { principal, params, body }: Pick<Call<'fillTemplate'>, 'principal' | 'params' | 'body'>,
): Promise<AnswerOf<'fillTemplate'> | undefined> {
  const { log, proofSecret: secret, now } = signer;
  const { tenantId, sub: userId, companies } = principal;
  const template = await readTemplateRecord(log, tenantId, params.templateId);
  if (template === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
  if (template.content.kind !== 'pdf') return undefined;
  if (
    !reaches(companies, body.companyId) ||
    (await readCompanyRecord(log, tenantId, body.companyId)) === undefined
  )
    throw new Refusal('COMPANY_NOT_FOUND');
  const { kind: _kind, ...document } = template.content;
  const facts = { ...document, uploadId: randomUUID() };
  const proof = await issueProof(
    'upload',
    { ...facts, tenantId, userId, mediaType: 'application/pdf' },
    { secret, expiresInSeconds: PROOF_LIFE_SECONDS, now: now() },
  );
  const signatures = (await readEmbedded(signer, document)).map((signature) => embeddedView(signature));
  return { ...facts, normalised: false, removed: [], signatures, proof };
}
