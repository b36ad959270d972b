export const NO_EMAIL = 'Informe um Email';
export const INVALID_EMAIL = 'Email inválido';

const EMAIL = /^[\w+]+(?:[.-][\w+]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,63}$/i;

/** Whether it is an address that the server accepts. */
export const isEmail = (text: string): boolean => text.length <= 320 && EMAIL.test(text);
