import { isValidCnpj, isValidCpf, stripPhone, stripZip } from '@lacre/contracts/brazil';
import { isEmptyText } from '@lacre/contracts/emptiness';
import {
  FIRST_BIRTHDAY,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@lacre/contracts/limits';

import { INVALID_DAY, isDay, today } from '@/lib/format/day.ts';
import { emailList, INVALID_EMAIL, isEmail, NO_EMAIL } from '@/lib/input/email-address.ts';

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
    emailList(text ?? '').every((address) => isEmail(address)) || 'Há um email inválido na lista',
};

export const optionalPisRules = {
  validate: (text: string | undefined) =>
    !text || text.replace(/[\s.-]/g, '').length === 11 || 'O PIS tem 11 números',
};

/** Not before there are people, nor after today. */
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
  validate: (digits: string) => stripPhone(digits) !== null || 'Informe o telefone com DDD',
};

export const optionalCpfRules = {
  validate: (digits: string | undefined) => !digits || cpfRules.validate(digits),
};

export const optionalPhoneRules = {
  validate: (digits: string | undefined) =>
    !digits || stripPhone(digits) !== null || 'Informe o telefone com DDD',
};

export const optionalZipRules = {
  validate: (digits: string | undefined) => !digits || stripZip(digits) !== null || 'O CEP tem 8 números',
};

export const PASSWORD_HELP = `Ao menos ${MIN_PASSWORD_LENGTH} caracteres. Uma frase curta é fácil de lembrar e difícil de adivinhar.`;

export const newPasswordRules = {
  required: 'Campo obrigatório',
  minLength: {
    value: MIN_PASSWORD_LENGTH,
    message: `A senha deve ter ao menos ${MIN_PASSWORD_LENGTH} caracteres`,
  },
  maxLength: {
    value: MAX_PASSWORD_LENGTH,
    message: `A senha deve ter no máximo ${MAX_PASSWORD_LENGTH} caracteres`,
  },
};
