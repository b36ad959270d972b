import { z } from 'zod';

import { hasAreaCode, phoneDigitsOf, stripPhone } from '../brazil/index.ts';
import { EMAIL_DOMAIN_PATTERN, EMAIL_PATTERN, MAX_EMAIL_DOMAIN_LENGTH, MAX_EMAIL_LENGTH } from '../limits.ts';

/** Where people are reached: e-mail and phones. */

/** An e-mail address, kept in lower case. */
export const email = z
  .string('Informe um Email')
  .trim()
  .toLowerCase()
  .min(1, 'Informe um Email')
  .max(MAX_EMAIL_LENGTH, 'Email inválido')
  .regex(EMAIL_PATTERN, 'Email inválido');

/** Right side of e-mail addresses. */
export const emailDomain = z
  .string('Por favor, insira o domínio de email')
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_DOMAIN_LENGTH, 'Domínio inválido')
  .regex(EMAIL_DOMAIN_PATTERN, 'Domínio inválido');

const phoneDigits = z.string().transform(phoneDigitsOf);
/**
 * Brazilian phone: area code and number, 10 or 11 digits, with or without formatting; kept as digits. As the log has it:
 * what is filled in is a `phoneForm`.
 */
export const phone = phoneDigits
  .refine((digits) => stripPhone(digits) !== null, 'Telefone inválido')
  .meta({ format: 'phone' });

const NO_AREA_CODE = 'Não há este DDD';
const areaCodeOrShort = (digits: string): boolean => stripPhone(digits) === null || hasAreaCode(digits);

/** A phone, when it is filled in: events from before the rule may hold an area code that there is not. */
export const phoneForm = phone.refine(areaCodeOrShort, NO_AREA_CODE).meta({ format: 'phone' });

/** Brazilian mobile phone: area code and nine digits, of which the first is 9 (Anatel, Resolução 553/2010); kept as digits. */
export const mobile = phoneDigits
  .refine(
    (digits) => /^[1-9]\d9\d{8}$/.test(digits),
    'Celular inválido: informe o DDD e os nove números, começando por 9',
  )
  .refine(areaCodeOrShort, NO_AREA_CODE)
  .meta({ format: 'mobile' });

/** What a browser is notified of: one's own turn to sign, and that a process one asked for ended, was refused or expired. */
export const pushKind = z.enum(['turn', 'finished', 'refused', 'expired']);
export type PushKind = z.output<typeof pushKind>;
