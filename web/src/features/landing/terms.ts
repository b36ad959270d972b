/** The version of the terms that a signature records; it changes whenever the text of /policies changes. */
export const TERMS_VERSION = '2026-11';
