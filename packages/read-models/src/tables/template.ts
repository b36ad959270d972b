import type { EnvelopeFields, SignerGroupFields, TemplateContent, TemplateFields } from '@lacre/contracts';

import { instant, json, text, uuid } from '../column.ts';
import { table } from '../table.ts';

const options = (key: string) => ({
  key: [key],
  searchable: true as const,
  indexes: [`(tenant_id, sort_name, ${key})`, 'using gin (search_text public.gin_trgm_ops)'],
});

const common = { sort_name: text(), search_text: text(), created_at: instant(), edited_at: instant() };

export const template = table(
  'template',
  {
    template_id: uuid(),
    tenant_id: uuid(),
    fields: json<TemplateFields>(),
    content: json<TemplateContent>(),
    ...common,
  },
  options('template_id'),
);

export const envelope = table(
  'envelope',
  { envelope_id: uuid(), tenant_id: uuid(), fields: json<EnvelopeFields>(), ...common },
  options('envelope_id'),
);

export const signerGroup = table(
  'signer_group',
  { signer_group_id: uuid(), tenant_id: uuid(), fields: json<SignerGroupFields>(), ...common },
  options('signer_group_id'),
);
