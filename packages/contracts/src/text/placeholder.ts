/** What stands between double braces. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Of what is typed when a template is used. */
export const VALUE_NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,59}$/u;

/** Spaces and case make no difference: `{{ Contratada.Nome }}` is `contratada.nome`. */
export const placeholderName = (written: string): string => written.replaceAll(/\s/g, '').toLowerCase();
