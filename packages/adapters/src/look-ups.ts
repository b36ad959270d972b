import type { Environment } from './environment.ts';

/** Where registers and maps are asked, as the environment says. */
export const lookUpOptions = ({
  CNPJ_LOOKUP_URLS: cnpjAddresses,
  CEP_LOOKUP_URLS: cepAddresses,
  GEOCODE_URL: url,
  GEOCODE_KEY: key,
}: Pick<Environment, 'CNPJ_LOOKUP_URLS' | 'CEP_LOOKUP_URLS' | 'GEOCODE_URL' | 'GEOCODE_KEY'>) => ({
  cnpjAddresses,
  cepAddresses,
  geocode: { url, key },
});
