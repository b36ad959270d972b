import { z } from 'zod';

import { MAX_FACE_SIMILARITY, MIN_FACE_SIMILARITY } from '../face-figures.ts';
import { COLOR_PATTERN, COLOR_RULE, MAX_DEADLINE_DAYS, MAX_DISPLAY_NAME_LENGTH } from '../limits.ts';
import { LANGUAGES } from '../text/languages.ts';
import { reminders, requirements } from './process.ts';
import { line } from './text.ts';

/** Settings of a tenant. */

export const primaryColor = z.string().regex(COLOR_PATTERN, COLOR_RULE).toLowerCase();
export const deadlineDays = z
  .number()
  .int()
  .min(1, 'Informe ao menos 1 dia')
  .max(MAX_DEADLINE_DAYS, `No máximo ${MAX_DEADLINE_DAYS} dias`);

export const faceSimilarity = z
  .number()
  .int()
  .min(MIN_FACE_SIMILARITY, `No mínimo ${MIN_FACE_SIMILARITY}`)
  .max(MAX_FACE_SIMILARITY, `No máximo ${MAX_FACE_SIMILARITY}`);

/** Where an installation is reached (RFC 6454 §6.2): scheme, host, and a port that is not the scheme's own. */
export const origin = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[a-z0-9.[\]:-]+$/)
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, 'Endereço inválido');

/** In which a totem waits for the next person. */
export const totemLanguage = z.enum(LANGUAGES);

/** How a tenant is shown, and what its processes begin with. */
export const tenantSettings = z.strictObject({
  displayName: line('o nome de exibição', MAX_DISPLAY_NAME_LENGTH).optional(),
  primaryColor: primaryColor.optional(),
  deadlineDays: deadlineDays.optional(),
  reminders: reminders.optional(),
  requirements: requirements.optional(),
  /** How alike a face must be to be taken for the person's. */
  faceSimilarity: faceSimilarity.optional(),
  /** Persons may share an e-mail or a mobile number; those who share one take part in no process together. */
  sharedContacts: z.boolean().optional(),
  /** Who signs is offered a translation to Libras, the Brazilian sign language. */
  signLanguage: z.boolean().optional(),
  /** Portuguese where it is not said. */
  totemLanguage: totemLanguage.optional(),
});
export type TenantSettings = z.output<typeof tenantSettings>;
