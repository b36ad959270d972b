import { address, cnpj as cnpjField, companyForm, stripCnpj } from '@lacre/contracts';
import { z } from 'zod';

import type { CompanyRegistration } from '../source.ts';

const text = z.union([z.string(), z.number().transform(String)]).nullish();

/** What BrasilAPI (`/api/cnpj/v1`) and minhareceita.org answer; both give the federal register's own words. */
const answer = z.object({
  cnpj: z.string(),
  razao_social: z.string().min(1),
  nome_fantasia: text,
  cnae_fiscal: text,
  email: text,
  ddd_telefone_1: text,
  ddd_telefone_2: text,
  /** 1 for the head office, 2 for a branch. */
  identificador_matriz_filial: z.coerce.number().nullish(),
  descricao_situacao_cadastral: text,
  cep: text,
  descricao_tipo_de_logradouro: text,
  logradouro: text,
  numero: text,
  complemento: text,
  bairro: text,
  municipio: text,
  uf: text,
});

/** A text of the register as a field of ours takes it; what does not fit is left for people to fill in. */
function fitting<Field extends z.ZodType>(
  field: Field,
  value: string | null | undefined,
): z.output<Field> | undefined {
  const bare = value?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const parsed = bare === '' ? undefined : field.safeParse(bare);
  return parsed?.success === true ? parsed.data : undefined;
}

/** @returns undefined for what is no such answer, or one about another CNPJ */
export function readCnpjAnswer(body: unknown, asked: string): CompanyRegistration | undefined {
  const parsed = answer.safeParse(body);
  if (!parsed.success || stripCnpj(parsed.data.cnpj) !== asked) return undefined;
  const found = parsed.data;
  const fields = companyForm.shape;
  const companyName = fitting(fields.companyName, found.razao_social);
  if (companyName === undefined) return undefined;
  const street = [found.descricao_tipo_de_logradouro, found.logradouro].filter(Boolean).join(' ');
  const type = { 1: 'parent', 2: 'branch' } as const;
  return {
    cnpj: cnpjField.parse(asked),
    companyName,
    tradingName: fitting(fields.tradingName, found.nome_fantasia),
    cnae: fitting(fields.cnae, found.cnae_fiscal),
    email: fitting(fields.email, found.email),
    phoneNumber: fitting(fields.phoneNumber, found.ddd_telefone_1),
    cellphoneNumber: fitting(fields.cellphoneNumber, found.ddd_telefone_2),
    type: type[found.identificador_matriz_filial as 1 | 2],
    registryStatus: found.descricao_situacao_cadastral ?? undefined,
    zip: fitting(address.shape.zip, found.cep?.padStart(8, '0')),
    address: fitting(address.shape.address, street),
    number: fitting(address.shape.number, found.numero),
    addressDetails: fitting(address.shape.addressDetails, found.complemento),
    district: fitting(address.shape.district, found.bairro),
    city: fitting(address.shape.city, found.municipio),
    state: fitting(address.shape.state, found.uf),
    country: 'Brasil',
  };
}
