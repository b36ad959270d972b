import { z } from 'zod';

import { faceAdvice, faceCapture, facePose } from '../../face.ts';
import { identifier, signatureId, timestamp } from '../../fields.ts';
import { MAX_FACE_PHOTOS } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged } from '../shapes/index.ts';

const challengeParams = z.strictObject({ challengeId: identifier });
const nonce = z.string().min(1).max(100);

/** What is asked now, before the camera. */
const step = z.object({
  /** From 1. */
  number: z.number().int(),
  of: z.number().int(),
  pose: facePose,
  /** Seconds left for it, without those that the service takes. */
  secondsLeft: z.number(),
});

const picture = {
  kind: 'upload',
  params: challengeParams,
} as const;

const BAD_PICTURE = [
  'NO_SELFIES_PROVIDED',
  'FILE_SIZE_HIGGER_2MB',
  'UPLOAD_NOT_ALLOWED_FILES',
  'UPLOAD_HANDLE_FILES_ERROR',
] as const;

export const faceOperations = defineOperations({
  getFace: {
    tag: 'Rosto',
    summary: 'O que se guarda do rosto de quem assina, e se pode ser conferido agora',
    allow: 'participants',
    kind: 'query',
    answer: z
      .object({
        /** Null while no face is enrolled that the present engine knows and a contact of this session proved. */
        enrolled: z
          .object({
            enrolledAt: timestamp,
            photos: z.number().int(),
            capture: faceCapture,
            modelId: z.string(),
          })
          .nullable(),
        /** All that is kept, be it of an engine of before; null while nothing is. */
        kept: z
          .object({
            enrolledAt: timestamp,
            templates: z.number().int(),
            /** Those whose time is not over yet: `readFacePhoto` shows them. */
            photos: z.array(z.object({ number: z.number().int(), expiresAt: timestamp })),
          })
          .nullable(),
        /** Before a wait. */
        triesLeft: z.number().int(),
        /** Until when no face is looked at, after too many that were not recognised. */
        waitUntil: timestamp.nullable(),
        /** What enrolment asks consent to. */
        consent: z.object({
          termsVersion: z.string(),
          photoDays: z.number().int(),
          templateMonths: z.number().int(),
          /** The identity check that one picture and the CPF are sent to; null where there is none. */
          register: z.string().nullable(),
        }),
      })
      .meta({ id: 'FaceStatus' }),
    errors: [],
  },
  startFaceChallenge: {
    tag: 'Rosto',
    summary:
      'Começa a conferência do rosto: devolve o primeiro de vários passos, sorteados, diante da câmera',
    allow: 'participants',
    kind: 'session',
    status: 201,
    body: z
      .strictObject({
        purpose: z.enum(['enrolment', 'signature']),
        /** What is to be signed with it. */
        signatureIds: z.array(signatureId).min(1).max(100),
        /** `file` takes photos instead of a challenge, where the process allows it. */
        capture: faceCapture.default('live'),
      })
      .meta({ id: 'StartFaceChallenge' }),
    answer: z
      .object({
        challengeId: identifier,
        /** Presented again when the challenge is used. */
        nonce,
        /** Null where photos are sent instead. */
        step: step.nullable(),
        expiresAt: timestamp,
      })
      .meta({ id: 'FaceChallenge' }),
    errors: [
      'SIGNER_NOT_FOUND',
      'IS_NOT_SIGNER',
      'AUTH_PERSON_NO_AUTHORIZATION',
      'FACE_UPLOAD_NOT_ALLOWED',
      'FACE_LIST_ALREADY_EXISTS',
      'AUTH_NO_PERSON_FACELIST',
      'TOO_MANY_REQUESTS',
    ],
  },
  sendFaceFrame: {
    tag: 'Rosto',
    summary:
      'Envia um quadro da câmera, não espelhado (multipart, campo "file"), e devolve o que falta; o passo seguinte só é revelado depois do anterior',
    allow: 'participants',
    ...picture,
    answer: z
      .object({
        /** `failed` ends the challenge: the error is LIVENESS_FAILED. */
        state: z.enum(['going-on', 'passed']),
        /** Null once it has passed. */
        step: step.nullable(),
        /** Whether the frame showed what was asked. */
        counted: z.boolean(),
        advice: faceAdvice.nullable(),
        /** The advice in words; null where there is none. */
        adviceText: z.string().nullable(),
      })
      .meta({ id: 'FaceFrameResult' }),
    errors: [...BAD_PICTURE, 'FACE_CHALLENGE_NOT_FOUND', 'LIVENESS_FAILED', 'FACE_SERVICE_ERROR'],
  },
  sendFacePhoto: {
    tag: 'Rosto',
    summary: `Envia uma foto de arquivo (multipart, campo "file"), no máximo ${MAX_FACE_PHOTOS}, onde o processo permite`,
    allow: 'participants',
    ...picture,
    answer: z
      .object({
        photos: z.number().int(),
        /** That the challenge needs at least. */
        wanted: z.number().int(),
      })
      .meta({ id: 'FacePhotoResult' }),
    errors: [
      ...BAD_PICTURE,
      'FACE_CHALLENGE_NOT_FOUND',
      'FACE_UPLOAD_NOT_ALLOWED',
      'NO_FACE_DETECTED',
      'MULTIPLE_FACES_DETECTED',
      'FACE_QUALITY_LOW',
      'FACE_PICTURE_REPEATED',
      'FACE_PICTURES_DISAGREE',
      'FACE_SERVICE_ERROR',
    ],
  },
  enrolFace: {
    tag: 'Rosto',
    summary: 'Cadastra o rosto mostrado, com o consentimento da pessoa (LGPD, art. 11, I)',
    allow: 'participants',
    kind: 'command',
    status: 201,
    body: z
      .strictObject({
        challengeId: identifier,
        nonce,
        consent: z.strictObject({
          accepted: z.literal(true, 'É preciso consentir com o uso do rosto'),
          termsVersion: z.string().max(40),
        }),
      })
      .meta({ id: 'EnrolFace' }),
    answer: acknowledged.extend({ photos: z.number().int(), enrolledAt: timestamp }),
    errors: [
      'FACE_CHALLENGE_NOT_FOUND',
      'FACE_CONSENT_REQUIRED',
      'FACE_LIST_ALREADY_EXISTS',
      'FACE_PICTURES_DISAGREE',
      'FACE_PICTURES_MISSING',
      'FACE_NOT_RECOGNIZED',
      'FACE_REGISTER_UNKNOWN',
      'NO_SELFIES_PROVIDED',
      'FACE_SERVICE_ERROR',
      'TOO_MANY_REQUESTS',
    ],
    fieldCodes: { consent: 'FACE_CONSENT_REQUIRED', 'consent.*': 'FACE_CONSENT_REQUIRED' },
  },
  proveFace: {
    tag: 'Rosto',
    summary:
      'Compara o rosto mostrado com o cadastrado; a prova devolvida vai com a assinatura e vale 10 minutos',
    allow: 'participants',
    kind: 'session',
    params: challengeParams,
    body: z.strictObject({ nonce }).meta({ id: 'ProveFace' }),
    answer: z
      .object({
        proof: z.string(),
        expiresInSeconds: z.number().int(),
        similarity: z.number(),
        threshold: z.number(),
      })
      .meta({ id: 'FaceProof' }),
    errors: [
      'FACE_CHALLENGE_NOT_FOUND',
      'AUTH_NO_PERSON_FACELIST',
      'NO_SELFIES_PROVIDED',
      'FACE_NOT_RECOGNIZED',
      'FACE_PICTURE_REPEATED',
      'FACE_SERVICE_ERROR',
      'TOO_MANY_REQUESTS',
    ],
  },
  readFacePhoto: {
    tag: 'Rosto',
    summary: 'Uma foto do cadastro do rosto, só para a própria pessoa, enquanto é guardada',
    allow: 'participants',
    kind: 'file',
    mediaType: 'image/*',
    params: z.strictObject({ number: z.coerce.number().int().min(0).max(MAX_FACE_PHOTOS) }),
    errors: ['FACE_LIST_DONT_EXISTS'],
  },
  eraseFace: {
    tag: 'Rosto',
    summary: 'Apaga o rosto cadastrado, a pedido da própria pessoa: ela retira o consentimento',
    allow: 'participants',
    kind: 'command',
    answer: acknowledged,
    errors: ['FACE_LIST_DONT_EXISTS'],
  },
  erasePersonFace: {
    tag: 'Rosto',
    summary: 'Apaga o rosto cadastrado de uma pessoa, que poderá cadastrar outro',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: z.strictObject({ personId: identifier }),
    answer: acknowledged,
    errors: ['PERSON_NOT_FOUND', 'FACE_LIST_DONT_EXISTS'],
  },
});
