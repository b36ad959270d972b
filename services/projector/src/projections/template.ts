import {
  folded,
  type EnvelopeFields,
  type SignerGroupFields,
  type TemplateContent,
  type TemplateFields,
} from '@lacre/contracts';

import type { Projection } from '../engine/projection.ts';
import { instant, json, table, text, uuid } from '../engine/table.ts';
import { searchText } from './search-text.ts';

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

const found = ({ name, description }: { name: string; description?: string | undefined }) => ({
  sort_name: folded(name),
  search_text: searchText(name, description),
});

/** What processes are made from: templates, envelopes and signer groups. */
export const templateProjection: Projection = {
  name: 'template',
  version: 1,
  schema: 'read',
  tables: [template, envelope, signerGroup],
  on: {
    TemplateCreated: ({ data: { templateId, tenantId, fields, content }, at }) =>
      template.put({
        template_id: templateId,
        tenant_id: tenantId,
        fields,
        content,
        ...found(fields),
        created_at: at,
        edited_at: at,
      }),
    TemplateEdited: ({ data: { templateId, fields, content }, at }) =>
      template.edit([templateId], () => ({ fields, content, ...found(fields), edited_at: at })),
    TemplateRemoved: ({ data }) => template.remove([data.templateId]),
    EnvelopeCreated: ({ data: { envelopeId, tenantId, fields }, at }) =>
      envelope.put({
        envelope_id: envelopeId,
        tenant_id: tenantId,
        fields,
        ...found(fields),
        created_at: at,
        edited_at: at,
      }),
    EnvelopeEdited: ({ data: { envelopeId, fields }, at }) =>
      envelope.edit([envelopeId], () => ({ fields, ...found(fields), edited_at: at })),
    EnvelopeRemoved: ({ data }) => envelope.remove([data.envelopeId]),
    SignerGroupCreated: ({ data: { signerGroupId, tenantId, fields }, at }) =>
      signerGroup.put({
        signer_group_id: signerGroupId,
        tenant_id: tenantId,
        fields,
        ...found(fields),
        created_at: at,
        edited_at: at,
      }),
    SignerGroupEdited: ({ data: { signerGroupId, fields }, at }) =>
      signerGroup.edit([signerGroupId], () => ({ fields, ...found(fields), edited_at: at })),
    SignerGroupRemoved: ({ data }) => signerGroup.remove([data.signerGroupId]),
  },
};
