import { z } from 'zod';

import { identifier } from '../fields.ts';
import { envelopeFields, signerGroupFields, templateContent, templateFields } from '../templates.ts';

const template = { templateId: identifier, tenantId: identifier };
const envelope = { envelopeId: identifier, tenantId: identifier };
const group = { signerGroupId: identifier, tenantId: identifier };

/** Stream `template-…`. What stands in an edit is all of it. */
export const templateEvents = {
  TemplateCreated: z.strictObject({ ...template, fields: templateFields, content: templateContent }),
  TemplateEdited: z.strictObject({ ...template, fields: templateFields, content: templateContent }),
  TemplateRemoved: z.strictObject(template),
} as const;

/** Stream `envelope-…`. */
export const envelopeEvents = {
  EnvelopeCreated: z.strictObject({ ...envelope, fields: envelopeFields }),
  EnvelopeEdited: z.strictObject({ ...envelope, fields: envelopeFields }),
  EnvelopeRemoved: z.strictObject(envelope),
} as const;

/** Stream `signer-group-…`. */
export const signerGroupEvents = {
  SignerGroupCreated: z.strictObject({ ...group, fields: signerGroupFields }),
  SignerGroupEdited: z.strictObject({ ...group, fields: signerGroupFields }),
  SignerGroupRemoved: z.strictObject(group),
} as const;
