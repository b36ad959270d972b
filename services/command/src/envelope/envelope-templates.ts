import type { EnvelopeFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { keptOf } from '../decider/reusable.ts';
import { template, type Template } from '../template/decide-template.ts';
import { assertKnownTags } from '../tenant/known-tags.ts';

/** The templates of an envelope, in its order. @throws Refusal TEMPLATE_NOT_FOUND that names each that is not there */
export async function envelopeTemplates(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  templateIds: readonly string[],
): Promise<Template[]> {
  const states = await Promise.all(templateIds.map((templateId) => handler.load(template, templateId)));
  const found = states.map((state) => keptOf(state, tenantId));
  const fieldErrors = found.flatMap((one, index) =>
    one === undefined ? [{ field: `templateIds.${index}`, message: 'Modelo não encontrado' }] : [],
  );
  if (fieldErrors.length > 0) throw new Refusal('TEMPLATE_NOT_FOUND', { fieldErrors });
  return found.filter((one) => one !== undefined);
}

/** As above, for an envelope that is being written. @throws Refusal TAG_NOT_FOUND too */
export async function namedByEnvelope(
  service: { handler: CommandHandler },
  tenantId: string,
  { templateIds, tagIds }: EnvelopeFields,
): Promise<Template[]> {
  await assertKnownTags(service, tenantId, tagIds);
  return envelopeTemplates(service, tenantId, templateIds);
}
