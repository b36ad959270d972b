import type { UserPrincipal } from '@lacre/access';
import { Refusal, type Call } from '@lacre/http';

import type { RunningCommand } from '../decider/command-context.ts';
import { keptOf } from '../decider/reusable.ts';
import { createProcesses } from '../process/create/create-processes.ts';
import type { ProcessCreationParts } from '../process/create/looked-up.ts';
import { castRoles } from '../template/cast-roles.ts';
import { proofOf } from '../template/template-content.ts';
import { keptTags } from '../tenant/known-tags.ts';
import { envelope } from './decide-envelope.ts';
import { envelopeTemplates } from './envelope-templates.ts';
import { mergedRoles } from './merged-roles.ts';

/**
 * Sends the templates of an envelope together, in its order: as the documents of one process, or of one process each.
 * Roles of one key are one person, and every person takes part in every document.
 *
 * @throws Refusal
 */
export async function useEnvelope(
  service: ProcessCreationParts,
  command: RunningCommand,
  envelopeId: string,
  { proofs, type, ...asked }: Call<'useEnvelope'>['body'],
  requester: UserPrincipal,
) {
  const { tenantId } = command.context;
  return createProcesses(service, command, type, async () => {
    const found = keptOf(await service.handler.load(envelope, envelopeId), tenantId);
    if (found === undefined) throw new Refusal('ENVELOPE_NOT_FOUND');
    const { name, templateIds, tagIds } = found.fields;
    const templates = await envelopeTemplates(service, tenantId, templateIds);
    const merged = mergedRoles(templates.map(({ fields }) => fields.roles));
    if (!merged.ok) throw new Refusal('DIFFERENT_GROUP_TYPE', { detail: merged.detail });
    const stray = proofs.findIndex(({ templateId }) => !templateIds.includes(templateId));
    if (stray >= 0)
      throw new Refusal('TEMPLATE_NOT_FOUND', {
        fieldErrors: [{ field: `proofs.${stray}.templateId`, message: 'Este modelo não é do envelope' }],
      });
    const given = new Map(proofs.map(({ templateId, proof }) => [templateId, proof]));
    const { companyId } = asked;
    const cast = await castRoles(service, tenantId, companyId, merged.roles, asked.participants);
    const { participants, takers } = cast;
    const documents = await Promise.all(
      templates.map(async (each) => {
        const proof = { proof: given.get(each.templateId), field: `proofs.${each.templateId}` };
        return { proof: await proofOf(service, requester, each, { companyId, takers }, proof) };
      }),
    );
    const minimums = templates.flatMap(({ fields }) => fields.minimumSignatories ?? []);
    const ofTemplates = templates.flatMap(({ fields }) => fields.tagIds);
    return {
      ...asked,
      summary: asked.summary ?? name,
      documents,
      // Those of the files that the templates were made of: the sender of an envelope cannot change them.
      uniqueNames: true,
      participants,
      minimumSignatories: minimums.length === 0 ? undefined : Math.max(...minimums),
      acceptsLateSignatures: templates.some(({ fields }) => fields.acceptsLateSignatures === true),
      tagIds: [...(await keptTags(service, tenantId, [...tagIds, ...ofTemplates])), ...asked.tagIds],
      requester,
    };
  });
}
