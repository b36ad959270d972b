import { z } from 'zod';

import { faceCapture, faceEvidence, faceRegister } from '../face.ts';
import {
  clientContext,
  codeChannel,
  filledParagraph,
  identifier,
  line,
  markDrawing,
  markStyle,
  part,
  sealLevel,
  sha256,
  signatureId,
  timestamp,
} from '../fields.ts';
import { personal } from '../personal-data.ts';
import { actedAtTotem } from './access/totem.ts';
import { eventSchemas, type DataOf, type EventType } from './index.ts';
import { contactProof } from './process.ts';
import { sealRevision } from './seal.ts';

/** A shape of an event's data that logs hold and that no release writes any more. */
export interface FormerShape<Type extends EventType = EventType> {
  readonly schema: z.ZodType;
  /** Makes today's data of it. Pure; leaves out no personal value, for exports are made of what it gives. */
  readonly upcast: (data: never) => DataOf<Type>;
}

const shape = <Schema extends z.ZodType, Data>(schema: Schema, upcast: (data: z.output<Schema>) => Data) => ({
  schema,
  upcast,
});

const ofPerson = { personId: identifier, tenantId: identifier };
const ofSignature = {
  processId: identifier,
  tenantId: identifier,
  signatureId,
  documentId: identifier,
  personId: identifier,
  part,
};

/** Before an enrolment was bound to contacts it named none; for a while it also said how each had been proven. */
const faceEnrolled1 = z.strictObject({
  ...ofPerson,
  enrolmentId: identifier,
  modelId: z.string(),
  photos: z.number().int().positive(),
  capture: faceCapture,
  proven: z
    .array(
      z.strictObject({
        channel: codeChannel,
        address: personal(z.string().max(254), 'personId'),
        method: z.enum(['session-code', 'known-device']).optional(),
        codeSentAt: timestamp.optional(),
        codeAnsweredAt: timestamp.optional(),
        deviceId: identifier.optional(),
      }),
    )
    .optional(),
  register: faceRegister.optional(),
  enrolledAt: timestamp,
});

/** The contact that an act rests on, and the hash of the text that was accepted, were not always recorded. */
const signatureSigned1 = z.strictObject({
  ...ofSignature,
  documentSha256: sha256,
  consent: z.strictObject({
    termsVersion: z.string(),
    acceptedAt: timestamp,
    textSha256: sha256.optional(),
  }),
  selection: z
    .strictObject({ question: z.string(), chosen: personal(z.array(line('a opção', 200)), 'personId') })
    .optional(),
  mark: z
    .strictObject({ style: markStyle, drawing: personal(markDrawing, 'personId').optional() })
    .optional(),
  authentication: z.enum(['cpf-email-code', 'cpf-sms-code', 'cpf-known-device']),
  contactProof: contactProof.optional(),
  face: faceEvidence.optional(),
  totem: actedAtTotem.optional(),
  client: personal(clientContext, 'personId'),
  signedAt: timestamp,
});

const signatureRejected1 = z.strictObject({
  ...ofSignature,
  reason: personal(filledParagraph(1000, 'o motivo'), 'personId'),
  contactProof: contactProof.optional(),
  totem: actedAtTotem.optional(),
  client: personal(clientContext, 'personId'),
  rejectedAt: timestamp,
});

const ofSeal = { documentId: identifier, processId: identifier, tenantId: identifier };

/** Pages, facts and payload were a blob each. */
const sealRendered1 = z.strictObject({
  ...ofSeal,
  sourceSha256: sha256,
  level: sealLevel,
  validationCode: z.string(),
  sealingTime: timestamp,
  evidence: z.strictObject({ pagesSha256: sha256, factsSha256: sha256, payloadSha256: sha256 }).optional(),
});

/** Each revision was a blob, that of its step. */
const sealProduced1 = z.strictObject({
  ...ofSeal,
  sourceSha256: sha256,
  sha256,
  sizeBytes: z.number().int().positive(),
  level: sealLevel,
  certificateSha256: sha256,
  validationCode: z.string(),
  sealedAt: timestamp,
  revisions: z.array(sealRevision).min(1).optional(),
  provableUntil: timestamp.optional(),
});

/**
 * Shapes of earlier releases, oldest first: the n-th is version n, and today's is the one after the last. Every upcast
 * leads to today's shape, so the compiler asks for all of them when that changes.
 */
const formerShapes: { readonly [Type in EventType]?: readonly FormerShape<Type>[] } = {
  FaceEnrolled: [
    shape(faceEnrolled1, ({ proven = [], ...data }) => ({
      ...data,
      proven: proven.map(({ channel, address }) => ({ channel, address })),
    })),
  ],
  SignatureSigned: [
    shape(signatureSigned1, ({ consent, contactProof: proof = null, ...data }) => ({
      ...data,
      consent: { ...consent, textSha256: consent.textSha256 ?? null },
      contactProof: proof,
    })),
  ],
  SignatureRejected: [
    shape(signatureRejected1, ({ contactProof: proof = null, ...data }) => ({
      ...data,
      contactProof: proof,
    })),
  ],
  SealRendered: [
    shape(sealRendered1, ({ evidence, ...data }) => ({
      ...data,
      ...(evidence && { evidence: { pack: null } }),
    })),
  ],
  SealProduced: [shape(sealProduced1, (data) => ({ ...data, pack: null }))],
};

const NONE: readonly FormerShape[] = [];
const shapesBefore: ReadonlyMap<string, readonly FormerShape[]> = new Map(
  Object.keys(eventSchemas).map((type) => [type, formerShapes[type as EventType] ?? NONE]),
);

/** What was written of the type before today's shape, oldest first; undefined for a type that does not exist. */
export const formerShapesOf = (type: string): readonly FormerShape[] | undefined => shapesBefore.get(type);

/** The `schemaVersion` that events of the type are written with. */
export const schemaVersionOf = (type: EventType): number => (formerShapesOf(type) ?? NONE).length + 1;

/** The schema of the type's data in the given version; undefined for a version that this release does not know. */
export function schemaOf(type: EventType, version: unknown): z.ZodType | undefined {
  if (version === schemaVersionOf(type)) return eventSchemas[type];
  return typeof version === 'number' ? formerShapesOf(type)?.[version - 1]?.schema : undefined;
}
