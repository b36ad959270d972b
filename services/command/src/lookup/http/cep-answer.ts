import { z } from 'zod';

import type { PostalAddress } from '../source.ts';

const text = z.string().nullish();

/** BrasilAPI (`/api/cep/v2`). */
const brasilApi = z.object({
  cep: z.string(),
  state: z.string(),
  city: z.string(),
  neighborhood: text,
  street: text,
});
/** ViaCEP (`/ws/{cep}/json`). */
const viaCep = z.object({
  cep: z.string(),
  uf: z.string(),
  localidade: z.string(),
  bairro: text,
  logradouro: text,
});
/** ViaCEP says by this, with status 200, that there is no such CEP. */
const viaCepUnknown = z.object({ erro: z.union([z.literal(true), z.literal('true')]) });

const filled = (value: string | null | undefined): string | undefined => {
  const bare = value?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return bare === '' ? undefined : bare.slice(0, 200);
};

/** @returns null for a CEP that does not exist, undefined for what is no such answer, or one about another CEP */
export function readCepAnswer(body: unknown, asked: string): PostalAddress | null | undefined {
  if (viaCepUnknown.safeParse(body).success) return null;
  const found = partsOf(body);
  if (found === undefined || found.cep.replaceAll(/\D/g, '') !== asked) return undefined;
  const { address, district, city, state } = found;
  const known = {
    address: filled(address),
    district: filled(district),
    city: filled(city),
    state: filled(state),
  };
  return { zip: asked, ...known, country: 'Brasil' };
}

function partsOf(body: unknown) {
  const brasil = brasilApi.safeParse(body);
  if (brasil.success) {
    const { cep, state, city, neighborhood: district, street: address } = brasil.data;
    return { cep, state, city, district, address };
  }
  const via = viaCep.safeParse(body);
  if (!via.success) return undefined;
  const { cep, uf: state, localidade: city, bairro: district, logradouro: address } = via.data;
  return { cep, state, city, district, address };
}
