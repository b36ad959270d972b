import { z } from 'zod';

import { identifier, timestamp } from './fields.ts';

/** What a person is asked to do before the camera, one after another. */
export const facePose = z.enum(['centre', 'left', 'right', 'smile']);
export type FacePose = z.output<typeof facePose>;

/** What would make a picture better, or is needed before it counts. */
export const faceAdvice = z.enum([
  'no-face',
  'several-faces',
  'more-light',
  'less-light',
  'come-closer',
  'step-back',
  'hold-still',
  'straighten',
  'face-camera',
  'uncover-eyes',
  'uncover-mouth',
  'other-side',
  'same-picture',
  'other-person',
]);
export type FaceAdvice = z.output<typeof faceAdvice>;

/** As shown to people. */
export const FACE_ADVICE: Readonly<Record<FaceAdvice, string>> = {
  'no-face': 'Não vemos o seu rosto: fique de frente para a câmera.',
  'several-faces': 'Há mais de um rosto na imagem: fique só você diante da câmera.',
  'more-light': 'Está escuro: vá para um lugar mais claro.',
  'less-light': 'Há luz demais no rosto: afaste-se da luz ou mude de posição.',
  'come-closer': 'Chegue mais perto da câmera.',
  'step-back': 'Afaste-se um pouco da câmera.',
  'hold-still': 'A imagem está borrada: limpe a câmera e fique parado.',
  straighten: 'Deixe a cabeça reta.',
  'face-camera': 'Olhe de frente para a câmera.',
  'uncover-eyes': 'Tire os óculos escuros: os olhos precisam aparecer.',
  'uncover-mouth': 'Tire a máscara, ou o que estiver cobrindo a boca.',
  'other-side': 'Não é para esse lado: siga o que a tela pede.',
  'same-picture': 'A imagem não se mexe: confira a câmera.',
  'other-person': 'O rosto mudou: continue só você diante da câmera.',
};

/**
 * Of what a person consents to when their face is enrolled; a new text is a new version, and the only one that is taken
 * from then on. A face that was enrolled under a text of before stays enrolled, and the record of a signature says
 * under which: 2 drops the use of photos for reviewing a refusal, which 1 allowed; 3 names the identity check that
 * receives the picture and the CPF, where the installation has one.
 */
export const FACE_TERMS_VERSION = '3';
/** How a picture of a face was taken: in answer to a challenge before a camera, or from a file. */
export const faceCapture = z.enum(['live', 'file']);
export type FaceCapture = z.output<typeof faceCapture>;

/** What an identity check outside said of the face when it was enrolled, by CPF. */
export const faceRegister = z.strictObject({
  /** The service that was asked. */
  source: z.string().min(1).max(200),
  /** Of 100, by that service's own measure. */
  similarity: z.number().min(0).max(100),
  /** Similarity that was asked for. */
  threshold: z.number().min(0).max(100),
  checkedAt: timestamp,
});
export type FaceRegister = z.output<typeof faceRegister>;

/** How the face was enrolled: trust in a face begins there, and reaches no further back. */
export const faceEnrolment = z.strictObject({
  /** Also the id of the challenge by which it was enrolled. */
  enrolmentId: identifier,
  capture: faceCapture,
  /** Pictures, of one person by their own agreement. */
  photos: z.number().int().positive(),
  /** Absent where no identity check is configured: the face then rests on the contact alone. */
  register: faceRegister.optional(),
});

/** What a face that was recognised leaves in the record of a signature: figures, never a picture or a template. */
export const faceEvidence = z.strictObject({
  /** Of 100; 50 is where a face begins to be taken for the enrolled one. */
  similarity: z.number().min(0).max(100),
  /** As the engine measured it, before it was made a similarity. */
  distance: z.number().nonnegative(),
  /** Similarity that was asked for. */
  threshold: z.number().min(0).max(100),
  /** The engine and its model. */
  modelId: z.string().min(1).max(100),
  challengeId: identifier,
  capture: faceCapture,
  /** When the face that it was compared with was enrolled. */
  enrolledAt: timestamp,
  /** The text that was consented to then; absent in what was recorded before it was part of the answer. */
  consentVersion: z.string().max(40).optional(),
  /**
   * Absent in what was recorded before enrolments were bound to a contact. Where present, the session of the act had
   * proven a contact that the session of the enrolment had proven too.
   */
  enrolment: faceEnrolment.optional(),
});
export type FaceEvidence = z.output<typeof faceEvidence>;
