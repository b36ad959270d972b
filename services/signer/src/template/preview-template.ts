import { reaches } from '@lacre/access';
import { placeholdersOf } from '@lacre/contracts';
import { Refusal, type Call } from '@lacre/http';

import {
  filledContent,
  takers,
  typedValues,
  type FilledContent,
  type FillingParts,
} from './fill-template.ts';
import { readCompanyRecord, readTemplateRecord, readTenantName } from './read-records.ts';

/** What a text that is being written makes; no company and no person fills it yet. @throws Refusal */
export async function writtenContent(
  signer: FillingParts,
  { principal, body }: Pick<Call<'previewTemplate'>, 'principal' | 'body'>,
): Promise<FilledContent> {
  const { log, now } = signer;
  const content = { kind: 'text', title: body.title, text: body.text } as const;
  const { content: filled } = await filledContent(signer, content, [], {
    company: undefined,
    people: new Map(),
    tenantName: await readTenantName(log, principal.tenantId),
    now: now().toISOString(),
    values: typedValues(body.values, placeholdersOf(content)),
  });
  return filled;
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
