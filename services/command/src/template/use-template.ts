import type { UserPrincipal } from '@lacre/access';
import { Refusal, type Call } from '@lacre/http';

import type { RunningCommand } from '../decider/command-context.ts';
import { keptOf } from '../decider/reusable.ts';
import { createProcesses } from '../process/create/create-processes.ts';
import type { ProcessCreationParts } from '../process/create/looked-up.ts';
import { keptTags } from '../tenant/known-tags.ts';
import { castRoles } from './cast-roles.ts';
import { template } from './decide-template.ts';
import { proofOf } from './template-content.ts';

/** Creates a process whose document and participants' parts are the template's. @throws Refusal */
export async function useTemplate(
  service: ProcessCreationParts,
  command: RunningCommand,
  templateId: string,
  { proof, ...asked }: Call<'useTemplate'>['body'],
  requester: UserPrincipal,
) {
  const { tenantId } = command.context;
  return createProcesses(service, command, 'single', async () => {
    const found = keptOf(await service.handler.load(template, templateId), tenantId);
    if (found === undefined) throw new Refusal('TEMPLATE_NOT_FOUND');
    const { name, roles, minimumSignatories, acceptsLateSignatures, tagIds } = found.fields;
    const { companyId } = asked;
    const { participants, takers } = await castRoles(service, tenantId, companyId, roles, asked.participants);
    const given = { proof, field: 'proof' };
    return {
      ...asked,
      summary: asked.summary ?? name,
      documents: [{ proof: await proofOf(service, requester, found, { companyId, takers }, given) }],
      participants,
      minimumSignatories,
      acceptsLateSignatures,
      tagIds: [...(await keptTags(service, tenantId, tagIds)), ...asked.tagIds],
      requester,
    };
  });
}
