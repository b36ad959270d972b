import { z } from 'zod';

const id = z.string().min(1).max(128);
/** SHA-256 in lower-case hexadecimal, as the blob store names it. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The signer service vouches: these bytes were uploaded by this user, read whole, and can be signed. */
export const uploadProof = z.strictObject({
  uploadId: id,
  tenantId: id,
  userId: id,
  /** File name as the user knows it. */
  name: z.string().min(1).max(255),
  /** Of the file as uploaded. */
  mediaType: z.string().min(1).max(255),
  /** Of the bytes that signers will see: after conversion to PDF, or after a rewrite. */
  sha256,
  /** Of the bytes as they were uploaded. */
  sourceSha256: sha256,
  /** Of the bytes that signers will see. */
  sizeBytes: z.int().positive(),
  pages: z.int().positive(),
  /** The PDF came with signatures of its own, which the seal must leave valid. */
  alreadySigned: z.boolean(),
  /** It prints otherwise than it shows, for it may not be rewritten. */
  printsOtherwise: z.literal(true).optional(),
  /** Its restrictions were lifted: allowed by its author, or by the sender's statement. */
  restrictionsLifted: z.enum(['allowed', 'stated']).optional(),
  /** Of a template's text: which one, and what it was filled with. */
  filledFrom: z
    .strictObject({
      templateId: id,
      companyId: id,
      /** Whose data stands in it, by the key of the role they take there, or of who asks that another sign. */
      people: z.record(z.string().min(1).max(60), id),
    })
    .optional(),
});

/** The signer service vouches: this Word document was uploaded by this user to be a template, and can be filled and converted. */
const wordTemplateProof = z.strictObject({
  uploadId: id,
  tenantId: id,
  userId: id,
  /** File name as the user knows it. */
  name: z.string().min(1).max(255),
  /** Of the PDF that shows it with its placeholders. */
  sha256,
  /** Of the Word document. */
  sourceSha256: sha256,
  /** Of the PDF. */
  sizeBytes: z.int().positive(),
  pages: z.int().positive(),
  placeholders: z.array(z.string().min(1).max(120)).max(200),
});

/** Issued by the projector in a message to the invited address: proves access to it. */
export const invitationProof = z.strictObject({ tenantId: id, userId: id, invitationId: id });

/** Issued by the command service in a message to a user's new address: proves access to it. */
const emailChangeProof = z.strictObject({ tenantId: id, userId: id, changeId: id });
/** Issued by the projector in a message to the replaced address: proves access to it. */
const emailUndoProof = z.strictObject({ tenantId: id, userId: id, changeId: id });

/** The signer service vouches: this person's face was shown, in answer to a challenge made for these signatures. */
export const faceProof = z.strictObject({
  personId: id,
  tenantId: id,
  /** What may be signed with it, and nothing else. */
  signatureIds: z.array(id).min(1).max(100),
  challengeId: id,
  /** Given only to the client that started the challenge. */
  nonce: id,
  similarity: z.number().min(0).max(100),
  distance: z.number().nonnegative(),
  threshold: z.number().min(0).max(100),
  modelId: id,
  capture: z.enum(['live', 'file']),
  enrolledAt: z.iso.datetime(),
  consentVersion: z.string().max(40).optional(),
  enrolment: z
    .strictObject({
      enrolmentId: id,
      capture: z.enum(['live', 'file']),
      photos: z.number().int().positive(),
      register: z
        .strictObject({
          source: z.string().max(200),
          similarity: z.number().min(0).max(100),
          threshold: z.number().min(0).max(100),
          checkedAt: z.iso.datetime(),
        })
        .optional(),
    })
    .optional(),
});

/** Every kind of proof; a new one is a line here and a schema above. */
export const proofKinds = {
  upload: uploadProof,
  'word-template': wordTemplateProof,
  invitation: invitationProof,
  'email-change': emailChangeProof,
  'email-undo': emailUndoProof,
  face: faceProof,
} as const;

export type ProofKind = keyof typeof proofKinds;
export type ProofClaims<K extends ProofKind> = z.output<(typeof proofKinds)[K]>;
