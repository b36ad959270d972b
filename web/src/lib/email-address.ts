export const NO_EMAIL = 'Informe um Email';
export const INVALID_EMAIL = 'Email inválido';

const EMAIL = /^[\w+]+(?:[.-][\w+]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,63}$/i;

/** Of characters; as `email` of the contracts has it. */
export const MAX_EMAIL_LENGTH = 254;

/** Whether it is an address that the server accepts. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
