import { reaches } from '@lacre/access';
import { placeholdersOf } from '@lacre/contracts';
import { Refusal, type Call } from '@lacre/http';
import { verifyProof, type ProofSecret } from '@lacre/proofs';

import {
  filledContent,
  takers,
  typedValues,
  type FilledContent,
  type FillingParts,
} from './fill-template.ts';
import { readCompanyRecord, readTemplateRecord, readTenantName } from './read-records.ts';
import type { FillableContent } from './shown-content.ts';

/**
 * What a text that is being written makes, or a Word document that was sent to become a template; no company and no
 * person fills it yet. @throws Refusal
 */
export async function writtenContent(
  signer: FillingParts & { proofSecret: ProofSecret },
  { principal, body }: Pick<Call<'previewTemplate'>, 'principal' | 'body'>,
): Promise<FilledContent> {
  const { log, now } = signer;
  const content: FillableContent =
    body.kind === 'word'
      ? await sentWord(signer, principal.tenantId, body.proof)
      : { kind: 'text', title: body.title, text: body.text };
  const { content: filled } = await filledContent(signer, content, [], {
    company: undefined,
    people: new Map(),
    tenantName: await readTenantName(log, principal.tenantId),
    now: now().toISOString(),
    values: typedValues(body.values, placeholdersOf(content)),
  });
  return filled;
}

/** @throws Refusal UPLOAD_PROOF_INVALID */
async function sentWord(
  { proofSecret: secret, now }: { proofSecret: ProofSecret; now: () => Date },
  tenantId: string,
  proof: string,
): Promise<FillableContent> {
  const verified = await verifyProof('word-template', proof, { secret, now: now() });
  if (!verified.ok || verified.claims.tenantId !== tenantId)
    throw new Refusal('UPLOAD_PROOF_INVALID', {
      fieldErrors: [{ field: 'proof', message: 'Envie este arquivo de novo' }],
    });
  return { kind: 'word', ...verified.claims };
}

/** What a template makes with as much of its use as is known. @throws Refusal */
export async function usedContent(
  signer: FillingParts,
  { principal, params, body }: Pick<Call<'previewFilledTemplate'>, 'principal' | 'params' | 'body'>,
): Promise<FilledContent> {
  const { log, now } = signer;
  const { tenantId, companies } = principal;
  const template = await readTemplateRecord(log, tenantId, params.templateId);
  if (template === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
  const { content, fields } = template;
  if (content.kind === 'pdf') throw new Refusal('DOCUMENT_NOT_FOUND');
  const { companyId } = body;
  const company =
    companyId !== undefined && reaches(companies, companyId)
      ? await readCompanyRecord(log, tenantId, companyId)
      : undefined;
  if (companyId !== undefined && company === undefined) throw new Refusal('COMPANY_NOT_FOUND');
  const { content: filled } = await filledContent(signer, content, fields.roles, {
    company,
    people: await takers(signer, tenantId, fields.roles, body.participants, company),
    tenantName: await readTenantName(log, tenantId),
    now: now().toISOString(),
    values: typedValues(body.values, placeholdersOf(content)),
  });
  return filled;
}
