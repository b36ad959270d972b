import { z } from 'zod';

import {
  identifier,
  impediment,
  line,
  lineOrBlank,
  paragraph,
  part,
  processType,
  removedPart,
  requirements,
  restrictionsLifted,
  selection,
  timestamp,
  uploadProof,
} from '../../fields.ts';
import {
  MAX_CHOSEN_TAGS,
  MAX_DOCUMENTS,
  MAX_EMAIL_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_LINE_LENGTH,
  MAX_PARTICIPANTS,
  MAX_REMINDER_DAYS,
  MAX_ROLES,
  MAX_ROLE_LABEL_LENGTH,
  MAX_SUMMARY_LENGTH,
  MAX_VALUE,
} from '../../limits.ts';
import { roleKey } from '../../templates.ts';
import { signingInvitation } from './account-shapes.ts';

/** A process that is being put together: what was chosen so far, complete or not. */

/** Placeholders of a template that are typed, at most. */
const MAX_TYPED_VALUES = 200;

/** A place of the order: more of them than a process may have are refused when it is sent. */
const place = z.number().int().min(1).max(MAX_PARTICIPANTS);

const draftDocument = z.strictObject({
  uploadId: identifier,
  name: line('o nome do arquivo', MAX_FILE_NAME_LENGTH),
  sizeBytes: z.number().int().nonnegative(),
  pages: z.number().int().nonnegative(),
  alreadySigned: z.boolean(),
  normalised: z.boolean(),
  printsOtherwise: z.literal(true).optional(),
  restrictionsLifted: restrictionsLifted.optional(),
  removed: z.array(removedPart).optional(),
  /** Of the upload; blank for a template, whose PDF is made once it is known who takes part. */
  proof: uploadProof,
  /** When it arrived, milliseconds since 1970 by the clock of the device that sent it. */
  sentAt: z.number().int().nonnegative().optional(),
  /** The file's own name, as the device has it. */
  chosenName: z.string().max(MAX_FILE_NAME_LENGTH),
  order: z.number().int().nonnegative(),
  selection: selection.extend({ askedOf: z.array(identifier).max(MAX_PARTICIPANTS).nullable() }).optional(),
  template: z
    .strictObject({
      templateId: identifier,
      kind: z.enum(['text', 'pdf', 'word']),
      roleKeys: z.array(roleKey).max(MAX_ROLES),
      values: z
        .array(
          z.strictObject({
            name: line('o nome do campo', MAX_LINE_LENGTH),
            value: paragraph(MAX_VALUE),
          }),
        )
        .max(MAX_TYPED_VALUES),
    })
    .optional(),
});

/** As it stands in the form: nothing of it is judged before it is sent to the register. */
const typedPerson = z.strictObject({
  name: lineOrBlank(MAX_LINE_LENGTH),
  cpf: lineOrBlank(20),
  email: lineOrBlank(MAX_EMAIL_LENGTH),
  cellphoneNumber: lineOrBlank(20),
  /** The role of the templates that they are to take. */
  role: roleKey.optional(),
});

export const processDraftContent = z
  .strictObject({
    /** The key that the process is to be created under: sent again, the draft creates no second one. */
    intent: identifier,
    summary: lineOrBlank(MAX_SUMMARY_LENGTH),
    /** The summary that the files gave; another one was typed. */
    suggested: lineOrBlank(MAX_SUMMARY_LENGTH),
    documents: z.array(draftDocument).max(MAX_DOCUMENTS, `No máximo ${MAX_DOCUMENTS} documentos`),
    companyId: identifier.nullable(),
    companyOffered: z.boolean(),
    participants: z
      .array(
        z.strictObject({
          personId: identifier,
          part,
          requirements,
          group: place,
          /** The role of the templates that they take. */
          role: roleKey.optional(),
          /** In whose name they sign; null while that person, or why they cannot sign, is not chosen. */
          atRequestOf: z
            .strictObject({ personId: identifier.nullable(), impediment: impediment.nullable() })
            .optional(),
          /** The company whose usual signatory they are. */
          usualOf: identifier.optional(),
        }),
      )
      .max(MAX_PARTICIPANTS, `No máximo ${MAX_PARTICIPANTS} participantes`),
    /** Of a person who is being registered to take part: what has been typed so far. Absent: none is. */
    typedPerson: typedPerson.optional(),
    /** The requester signs alone: the company's usual signatories do not come with it. */
    alone: z.literal(true).optional(),
    minimumSignatories: z.number().int().min(1).max(MAX_PARTICIPANTS).nullable(),
    acceptsLateSignatures: z.boolean(),
    /** Absent: participants may not hand their signatures on. */
    allowsDelegation: z.boolean().optional(),
    type: processType,
    roles: z
      .array(
        z.strictObject({
          key: roleKey,
          label: line('o nome do participante no modelo', MAX_ROLE_LABEL_LENGTH),
          part,
          requirements,
          group: place,
          /** Who takes it signs at the request of a person who cannot. */
          atRequest: z.literal(true).optional(),
        }),
      )
      .max(MAX_ROLES),
    ordered: z.boolean(),
    /** A day, or what has been typed of one. */
    deadline: lineOrBlank(20),
    reminderDays: z.number().int().min(1).max(MAX_REMINDER_DAYS).nullable(),
    tagIds: z.array(identifier).max(MAX_CHOSEN_TAGS, `No máximo ${MAX_CHOSEN_TAGS} etiquetas`),
    /** What is asked of those who are included next. */
    requirements,
    defaulted: z.boolean(),
  })
  .meta({ id: 'ProcessDraftContent' });

/** Who saved a draft last, by their name now; null for a user who is gone. */
const changedBy = z.object({ userId: identifier, name: z.string().nullable() });

/** A draft as it was saved, and what it names as that is now: what is gone by now is left out. */
export const processDraft = z
  .object({
    draftId: identifier,
    /** Counts what was saved, from 1: saving names the one that was read. */
    revision: z.number().int().positive(),
    changedAt: timestamp,
    changedBy,
    /** Its proofs are new ones, valid for 24 hours. */
    content: processDraftContent,
    company: z.object({ companyId: identifier, companyName: z.string(), cnpj: z.string() }).nullable(),
    people: z.array(z.object({ personId: identifier, name: z.string(), cpf: z.string(), email: z.string() })),
    tags: z.array(z.object({ tagId: identifier, name: z.string() })),
  })
  .meta({ id: 'ProcessDraft' });

/** An invitation of a process that is not sent yet, in the words that it would have. */
export const invitationPreview = z
  .object({
    mail: z.object({ senderName: z.string(), subject: z.string(), html: z.string() }),
    /** What the link of the mail shows before its holder is known. */
    door: signingInvitation,
  })
  .meta({ id: 'InvitationPreview' });

/** A draft in the list. */
export const processDraftSummary = z
  .object({
    draftId: identifier,
    revision: z.number().int().positive(),
    changedAt: timestamp,
    changedBy,
    /** Blank while nothing says what it is about. */
    summary: z.string(),
    documents: z.number().int(),
    participants: z.number().int(),
    companyName: z.string().nullable(),
  })
  .meta({ id: 'ProcessDraftSummary' });
