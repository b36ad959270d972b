/** The host at which the federal government runs the widget of VLibras. */
export const OFFICIAL_VLIBRAS_HOST = 'vlibras.gov.br';
export const OFFICIAL_VLIBRAS_URL = `https://${OFFICIAL_VLIBRAS_HOST}/app`;

/** The host that texts chosen to be shown in Libras are sent to; null where an installation offers none. */
export const signLanguageHostOf = (vlibrasUrl: string | null | undefined): string | null =>
  vlibrasUrl == null ? null : new URL(vlibrasUrl).host;
