import { AT_REQUEST_OF } from '../legal/at-request.ts';

/** What stands between double braces. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Of what is typed when a template is used. */
export const VALUE_NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,59}$/u;

/** Spaces and case make no difference: `{{ Contratada.Nome }}` is `contratada.nome`. */
export const placeholderName = (written: string): string => written.replaceAll(/\s/g, '').toLowerCase();

/** What that person goes by in placeholders, beside the role's own key. */
export const requestingKey = (roleKey: string): string => `${roleKey}.${AT_REQUEST_OF}`;

/** Those whose data placeholders may say in a template of these roles, by what stands before the last dot. */
export const peopleKeysOf = (roles: readonly { key: string; atRequest?: boolean | undefined }[]): string[] =>
  roles.flatMap(({ key, atRequest }) => (atRequest === true ? [key, requestingKey(key)] : [key]));
