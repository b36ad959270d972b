import { folded } from '@lacre/contracts';
import { template, envelope, signerGroup } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';
import { searchText } from './search-text.ts';

const found = ({ name, description }: { name: string; description?: string | undefined }) => ({
  sort_name: folded(name),
  search_text: searchText(name, description),
});

/** What processes are made from: templates, envelopes and signer groups. */
export const templateProjection = readModel('template', {
  version: 1,
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
});
