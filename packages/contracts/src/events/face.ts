import { z } from 'zod';

import { faceCapture, faceRegister } from '../face.ts';
import { clientContext, codeChannel, identifier, signatureId, timestamp } from '../fields.ts';
import { MAX_EMAIL_LENGTH } from '../limits.ts';
import { personal } from '../personal-data.ts';

const ofPerson = { personId: identifier, tenantId: identifier };

/** Stream `face-…` of a person, written by the signer service. Pictures and templates never stand here. */
export const faceEvents = {
  /** LGPD (Lei 13.709/2018), art. 11, I: specific and highlighted consent to the use of a sensitive datum. */
  FaceConsentGiven: z.strictObject({
    ...ofPerson,
    termsVersion: z.string().max(40),
    /** As consented to: how long photos and templates are kept. */
    photoDays: z.number().int(),
    templateMonths: z.number().int(),
    client: personal(clientContext, 'personId'),
    consentedAt: timestamp,
  }),
  FaceEnrolled: z.strictObject({
    ...ofPerson,
    enrolmentId: identifier,
    modelId: z.string(),
    photos: z.number().int().positive(),
    capture: faceCapture,
    /** Contacts that the session had proven: the face serves sessions that have proven one of them. */
    proven: z.array(
      z.strictObject({
        channel: codeChannel,
        address: personal(z.string().max(MAX_EMAIL_LENGTH), 'personId'),
      }),
    ),
    /** What an identity check said of it by CPF; absent where none is configured. */
    register: faceRegister.optional(),
    enrolledAt: timestamp,
  }),
  /** Templates and photos are gone. */
  FaceErased: z.strictObject({
    ...ofPerson,
    enrolmentId: identifier,
    reason: z.enum([
      'consent-withdrawn',
      'by-account',
      'model-changed',
      /** The same face, enrolled anew by a session that had proven another contact. */
      'contact-changed',
      'unused',
      'person-removed',
      'person-erased',
    ]),
    erasedAt: timestamp,
  }),
  /** An automated decision that its subject may have reviewed (LGPD, art. 20). */
  FaceRefused: z.strictObject({
    ...ofPerson,
    challengeId: identifier,
    signatureIds: z.array(signatureId),
    code: z.enum(['FACE_NOT_RECOGNIZED', 'LIVENESS_FAILED', 'CHALLENGE_ABANDONED']),
    /** Absent where nothing was compared. */
    similarity: z.number().optional(),
    distance: z.number().optional(),
    threshold: z.number().optional(),
    modelId: z.string(),
    /** Of those that count towards the wait, from 1. */
    attempt: z.number().int().positive(),
    refusedAt: timestamp,
  }),
} as const;
