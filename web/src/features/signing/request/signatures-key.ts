/** Under which what a person was asked to sign is cached. */
export const SIGNATURES_KEY = ['signatures'] as const;
