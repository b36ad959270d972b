import { isValidCnpj, isValidCpf } from '@lacre/contracts/brazil';
import { isEmptyText } from '@lacre/contracts/emptiness';

import { INVALID_DAY, isDay, today } from '@/lib/day.ts';
import { INVALID_EMAIL, isEmail, MAX_EMAIL_LENGTH, NO_EMAIL } from '@/lib/email-address.ts';

/** Checks of a field, each with the message people read; the server checks everything again. */

/** "Por favor, insira {label}". */
export const required = (label: string) => ({
  required: `Por favor, insira ${label}`,
  validate: {
    blank: (text: unknown) =>
      typeof text === 'string' && isEmptyText(text) ? `Por favor, insira ${label}` : true,
  },
});

export const emailRules = {
  required: NO_EMAIL,
  maxLength: { value: MAX_EMAIL_LENGTH, message: INVALID_EMAIL },
  validate: (text: string) => isEmail(text.trim()) || INVALID_EMAIL,
};

export const optionalEmailRules = {
  validate: (text: string | undefined) => !text || isEmail(text.trim()) || INVALID_EMAIL,
};

/** Several addresses in one field. */
export const emailListRules = {
  validate: (text: string | undefined) =>
    (text ?? '')
      .split(/[\s,;]+/)
      .filter((address) => address !== '')
      .every((address) => isEmail(address)) || 'Há um email inválido na lista',
};

export const optionalPisRules = {
  validate: (text: string | undefined) =>
    !text || text.replace(/[\s.-]/g, '').length === 11 || 'O PIS tem 11 números',
};

export const FIRST_BIRTHDAY = '1900-01-01';

/** From 1900 to today. */
export const birthdayRules = {
  validate: (date: string | undefined) => {
    if (!date) return true;
    if (!isDay(date)) return INVALID_DAY;
    return (date >= FIRST_BIRTHDAY && date <= today()) || 'Data inválida: confira o ano';
  },
};

export const cpfRules = {
  required: 'Por favor, insira o CPF',
  validate: (digits: string) => {
    if (digits.length < 11) return 'O CPF tem 11 números';
    return isValidCpf(digits) || 'CPF inválido: confira os números';
  },
};

export const cnpjRules = {
  required: 'Por favor, insira o CNPJ',
  validate: (characters: string) => {
    if (characters.length < 14) return 'O CNPJ tem 14 caracteres';
    return isValidCnpj(characters) || 'CNPJ inválido: confira os caracteres';
  },
};

export const phoneRules = {
  required: 'Por favor, insira o telefone',
  validate: (digits: string) => /^[1-9]\d{9,10}$/.test(digits) || 'Informe o telefone com DDD',
};

export const optionalCpfRules = {
  validate: (digits: string | undefined) => !digits || cpfRules.validate(digits),
};

export const optionalPhoneRules = {
  validate: (digits: string | undefined) =>
    !digits || /^[1-9]\d{9,10}$/.test(digits) || 'Informe o telefone com DDD',
};

export const optionalZipRules = {
  validate: (digits: string | undefined) => !digits || digits.length === 8 || 'O CEP tem 8 números',
};

const MIN_PASSWORD_LENGTH = 8;

export const newPasswordRules = {
  required: 'Campo obrigatório',
  minLength: {
    value: MIN_PASSWORD_LENGTH,
    message: `A senha deve ter ao menos ${MIN_PASSWORD_LENGTH} caracteres`,
  },
  maxLength: { value: 128, message: 'A senha deve ter no máximo 128 caracteres' },
};
