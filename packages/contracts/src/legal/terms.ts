/** The version of the terms that a signature records; it changes whenever the text of /policies changes. */
export const TERMS_VERSION = '2026-11-30';

/** The versions that signatures were made under, the newest first; each stays readable at /policies. */
export const TERMS_VERSIONS = [TERMS_VERSION, '2026-11-29', '2026-11-28', '2026-11-22', '2026-11'] as const;
export type TermsVersion = (typeof TERMS_VERSIONS)[number];

export const isTermsVersion = (text: unknown): text is TermsVersion =>
  TERMS_VERSIONS.some((version) => version === text);
