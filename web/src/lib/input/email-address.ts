import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '@lacre/contracts/limits';

export const NO_EMAIL = 'Informe um Email';
export const INVALID_EMAIL = 'Email inválido';

/** Whether it is an address that the server accepts, in any case. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(text.toLowerCase());

/** Addresses parted by commas, semicolons or spaces. */
export const emailList = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((address) => address.toLowerCase())
    .filter((address) => address !== '');
