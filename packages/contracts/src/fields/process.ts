import { z } from 'zod';

import { IMPEDIMENTS } from '../legal/at-request.ts';
import {
  MAX_OPTIONS,
  MAX_OPTION_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_REMINDER_DAYS,
  MAX_SIGNING_GROUPS,
  MIN_OPTIONS,
} from '../limits.ts';
import { SEAL_FAILURES, SEAL_LEVELS, SEAL_STEPS } from '../seal-steps.ts';
import { DRAWING, MARK_BOX, MARK_STYLES, MAX_MARK_LENGTH } from '../text/mark.ts';
import { line } from './text.ts';

/** What processes, their documents and their signatures are made of. */

/** Place in the signing order: groups sign one after another, members of one in parallel. */
export const signingGroup = z
  .number('Informe a ordem em números')
  .int('Informe a ordem em números inteiros')
  .min(1, 'A ordem começa em 1')
  .max(MAX_SIGNING_GROUPS, `A ordem vai até ${MAX_SIGNING_GROUPS}`);

export const part = z.enum(['signer', 'signatory', 'attestant']);
/** Why a person cannot sign, and another signs at their request. */
export const impediment = z.enum(IMPEDIMENTS, 'Informe por que a pessoa não pode assinar');
export const signatureStatus = z.enum(['pending', 'signed', 'rejected', 'canceled']);
export const sealLevel = z.enum(SEAL_LEVELS);
export const sealStep = z.enum(SEAL_STEPS);
/**
 * What intake takes out of an upload: what runs by itself, XFA forms, what sends forms, carried files, links that open
 * other files, media, what prints otherwise than it shows, usage rights of Adobe Reader, and the
 * page and zoom that a file says to open with.
 */
export const removedPart = z.enum([
  'actions',
  'dynamic-forms',
  'form-actions',
  'files',
  'file-links',
  'media',
  'print-differences',
  'layers',
  'usage-rights',
  'opening-view',
]);
export type RemovedPart = z.output<typeof removedPart>;
/**
 * An encrypted file that opened without a password was taken without its restrictions: its author allows printing and
 * assembling, or the uploader stated the right to.
 */
export const restrictionsLifted = z.enum(['allowed', 'stated']);
export type RestrictionsLifted = z.output<typeof restrictionsLifted>;
export const documentStatus = z.enum(['pending', 'completed', 'sealed', 'failed', 'rejected', 'canceled']);
/** Why a signed document can never be sealed: no repetition mends it. */
export const sealFailure = z.enum(Object.keys(SEAL_FAILURES) as (keyof typeof SEAL_FAILURES)[]);
export type SealFailure = keyof typeof SEAL_FAILURES;
/** One process for all documents, or separate ones of one document each. */
export const processType = z.enum(['single', 'separate']);
export const processStatus = z.enum(['waiting', 'finished', 'rejected', 'canceled']);

export type Part = z.output<typeof part>;
export type SignatureStatus = z.output<typeof signatureStatus>;
export type DocumentStatus = z.output<typeof documentStatus>;
export type ProcessStatus = z.output<typeof processStatus>;

/** What one participant must show besides what every person proves at sign-in. */
export const requirements = z.strictObject({
  /** Where they are: without it they cannot sign. */
  location: z.boolean().default(false),
  /** Their location is asked for, and may be refused. */
  locationOptional: z.boolean().optional(),
  /** A one-time code at every act of signing, from known devices too. */
  code: z.boolean().optional(),
  /** Their face, compared with the enrolled one, at every act of signing. */
  face: z.boolean().optional(),
  /** A one-time code is the alternative to the face. */
  faceOrCode: z.boolean().optional(),
  /** A photo from a file will do for a face: without liveness. */
  faceUpload: z.boolean().optional(),
});
export type Requirements = z.output<typeof requirements>;

/** Repeated reminders to participants whose turn it is, until they act or the deadline passes. */
export const reminders = z.strictObject({
  everyDays: z
    .number('Informe os dias')
    .int('Informe os dias em números inteiros')
    .min(1, 'Informe ao menos 1 dia')
    .max(MAX_REMINDER_DAYS, `No máximo ${MAX_REMINDER_DAYS} dias`),
});
export type Reminders = z.output<typeof reminders>;

/** A question that a document carries, answered with the signature by choosing among its options. */
export const selection = z.strictObject({
  question: line('a pergunta', MAX_QUESTION_LENGTH),
  options: z
    .array(line('a opção', MAX_OPTION_LENGTH))
    .min(MIN_OPTIONS, 'Inclua ao menos duas opções')
    .max(MAX_OPTIONS, `No máximo ${MAX_OPTIONS} opções`)
    .refine((options) => new Set(options).size === options.length, 'Há opções repetidas')
    .meta({ uniqueItems: true }),
  /** How many may be chosen; with none at least, the question may be left open. */
  minimum: z.number().int().nonnegative('Informe quantas opções, ou 0').default(1),
  maximum: z.number().int().positive('Informe ao menos 1').default(1),
});
export type Selection = z.output<typeof selection>;

export const markStyle = z.enum(MARK_STYLES, 'Escolha como a sua assinatura aparece');
/** Strokes of a signature drawn by hand, as `mark.ts` writes them. */
export const markDrawing = z
  .string()
  .max(MAX_MARK_LENGTH, 'O desenho tem traços demais')
  .regex(DRAWING, 'O desenho da assinatura não pôde ser lido')
  .meta({
    description: `Os traços da assinatura desenhada, um depois do outro: \`M\` e o primeiro ponto, \`L\` e cada ponto seguinte, ao menos dois pontos por traço, como em \`M20 120L60 40L95 130\`. Cada ponto é \`x y\`, em números inteiros, a partir do canto superior esquerdo de uma caixa de ${MARK_BOX.width} por ${MARK_BOX.height}. No máximo ${MAX_MARK_LENGTH} caracteres.`,
    examples: ['M20 120L60 40L95 130L140 60M150 140L320 138'],
  });
