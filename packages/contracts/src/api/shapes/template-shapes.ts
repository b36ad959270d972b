import { z } from 'zod';

import { identifier, part, timestamp } from '../../fields.ts';
import { envelopeFields, templateContent, templateFields, templateRole } from '../../templates.ts';

/** Answers about what processes are made from. */

/** A template, with what is to be typed when it is used. */
export const template = z
  .object({
    templateId: identifier,
    ...templateFields.shape,
    content: templateContent,
    /** Those of `tagIds`, which are there as long as the tags are. */
    tags: z.array(z.object({ tagId: identifier, name: z.string() })),
    /** Names of placeholders that neither registers nor the calendar fill. */
    values: z.array(z.string()),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Template' });

/** A Word document that came in to become a template. */
export const wordTemplate = z
  .object({
    uploadId: identifier,
    name: z.string(),
    /** Of the PDF that shows it with its placeholders. */
    sizeBytes: z.number().int(),
    pages: z.number().int(),
    /** What is filled at each use, each name once, in the order of the document. */
    placeholders: z.array(z.string()),
    proof: z.string(),
  })
  .meta({ id: 'WordTemplate' });

export const envelope = z
  .object({
    envelopeId: identifier,
    ...envelopeFields.shape,
    tags: z.array(z.object({ tagId: identifier, name: z.string() })),
    /** Those of `templateIds` that are still there, in that order. */
    templates: z.array(
      z.object({
        templateId: identifier,
        name: z.string(),
        kind: z.enum(['text', 'pdf', 'word']),
        roles: z.array(templateRole),
      }),
    ),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Envelope' });

export const signerGroup = z
  .object({
    signerGroupId: identifier,
    name: z.string(),
    part,
    /** Those who are still registered, in the order they were given. */
    members: z.array(
      z.object({
        personId: identifier,
        part,
        name: z.string(),
        cpf: z.string(),
        email: z.string(),
        /** In whose name they sign, if in another's; null once that person has been removed. */
        atRequestOf: z
          .object({ personId: identifier, name: z.string(), cpf: z.string() })
          .nullable()
          .optional(),
      }),
    ),
    /** Whom the group names and who have been removed since: it cannot be used before they are taken out. */
    missing: z.array(identifier),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'SignerGroup' });
