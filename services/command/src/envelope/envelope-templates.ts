import { Refusal } from '@lacre/http';

import type { CommandService } from '../service.ts';
import { template, templateOf, type Template } from '../template/decide-template.ts';

/** The templates of an envelope, in its order. @throws Refusal TEMPLATE_NOT_FOUND that names each that is not there */
export async function envelopeTemplates(
  { handler }: CommandService,
  tenantId: string,
  templateIds: readonly string[],
): Promise<Template[]> {
  const states = await Promise.all(templateIds.map((templateId) => handler.load(template, templateId)));
  const found = states.map((state) => templateOf(state, tenantId));
  const fieldErrors = found.flatMap((one, index) =>
    one === undefined ? [{ field: `templateIds.${index}`, message: 'Modelo não encontrado' }] : [],
  );
  if (fieldErrors.length > 0) throw new Refusal('TEMPLATE_NOT_FOUND', { fieldErrors });
  return found.filter((one) => one !== undefined);
}
