import type { Coordinates, Sources } from '../source.ts';
import { readCepAnswer } from './cep-answer.ts';
import { readCnpjAnswer } from './cnpj-answer.ts';
import { readGeocodeAnswer } from './geocode-answer.ts';
import { HttpSource } from './http-source.ts';

export interface HttpSourcesOptions {
  /** Addresses with `{cnpj}` and `{cep}` where the number stands, asked one after another until one knows. */
  cnpjAddresses: readonly string[];
  cepAddresses: readonly string[];
  /** Of a maps service's geocode endpoint, and its key; without a key no place is looked up. */
  geocode: { url: string; key: string | undefined };
  /** Of each address. Default 3,000 ms. */
  timeoutMs?: number;
}

const filledIn = (template: string, name: string) => (value: string) =>
  new URL(template.replaceAll(`{${name}}`, encodeURIComponent(value)));

/** The public registers and a maps service, over HTTP. */
export function httpSources(options: HttpSourcesOptions): Sources {
  const { cnpjAddresses, cepAddresses, geocode, timeoutMs } = options;
  const timeout = timeoutMs === undefined ? {} : { timeoutMs };
  const { url, key } = geocode;
  const placeAddress = ({ latitude, longitude }: Coordinates) => {
    const asked = new URL(url);
    asked.searchParams.set('latlng', `${latitude},${longitude}`);
    asked.searchParams.set('language', 'pt-BR');
    asked.searchParams.set('key', key ?? '');
    return asked;
  };
  return {
    cnpj: new HttpSource({
      addresses: cnpjAddresses.map((template) => filledIn(template, 'cnpj')),
      read: readCnpjAnswer,
      ...timeout,
    }),
    cep: new HttpSource({
      addresses: cepAddresses.map((template) => filledIn(template, 'cep')),
      read: readCepAnswer,
      ...timeout,
    }),
    place:
      key === undefined
        ? undefined
        : new HttpSource({ addresses: [placeAddress], read: readGeocodeAnswer, ...timeout }),
  };
}
