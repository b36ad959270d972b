/** Apart from what is asked for, so that reading an address needs no more. */
export const TOKEN_FILTERS = ['all', 'active', 'expired', 'revoked'] as const;
export type TokenFilter = (typeof TOKEN_FILTERS)[number];
