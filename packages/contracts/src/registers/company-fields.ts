import { MAX_EXTERNAL_ID_LENGTH } from '../limits.ts';
import { ADDRESS_FIELDS } from './address-fields.ts';
import type { FieldTable, PlaceholderOf } from './field.ts';

/** What is registered of a company, besides whether it is active and whom else it names. */
export const COMPANY_FIELDS = {
  cnpj: {
    kind: 'cnpj',
    label: 'CNPJ',
    named: 'o CNPJ',
    required: true,
    fixed: true,
    section: 'identity',
    placeholder: 'cnpj',
    example: '11222333000181',
    searched: true,
  },
  externalId: {
    kind: 'line',
    maximum: MAX_EXTERNAL_ID_LENGTH,
    label: 'Código externo',
    named: 'o código externo',
    section: 'identity',
    example: 'ERP-1042',
  },
  companyName: {
    kind: 'line',
    isName: true,
    label: 'Razão social',
    named: 'a razão social',
    required: true,
    section: 'identity',
    columns: 6,
    placeholder: 'razaosocial',
    example: 'Padaria Pão de Mel Ltda',
    searched: true,
    searchLabel: 'nome',
  },
  tradingName: {
    kind: 'line',
    isName: true,
    label: 'Nome fantasia',
    named: 'o nome fantasia',
    section: 'identity',
    columns: 6,
    placeholder: 'nomefantasia',
    example: 'Pão de Mel',
    searched: true,
    searchLabel: 'nome',
  },
  /** Whether it is the head office ("matriz") or a branch ("filial"). */
  type: {
    kind: 'choice',
    ask: 'Escolha matriz ou filial',
    choices: [
      { value: 'parent', label: 'Matriz' },
      { value: 'branch', label: 'Filial' },
    ],
    label: 'Tipo',
    named: 'o tipo',
    section: 'kind',
    example: 'branch',
  },
  cnae: {
    kind: 'line',
    maximum: 20,
    label: 'CNAE',
    named: 'o CNAE',
    section: 'registrations',
    example: '1091102',
  },
  ie: {
    kind: 'line',
    maximum: 30,
    label: 'Inscrição estadual',
    named: 'a inscrição estadual',
    section: 'registrations',
    placeholder: 'ie',
    example: '1234567890',
  },
  im: {
    kind: 'line',
    maximum: 30,
    label: 'Inscrição municipal',
    named: 'a inscrição municipal',
    section: 'registrations',
    placeholder: 'im',
    example: '1234567890',
  },
  iest: {
    kind: 'line',
    maximum: 30,
    label: 'Inscrição estadual ST',
    named: 'a inscrição estadual ST',
    section: 'registrations',
    example: '1234567890',
  },
  email: {
    kind: 'email',
    label: 'Email',
    named: 'o email',
    section: 'contact',
    columns: 6,
    placeholder: 'email',
    example: 'contato@paodemel.com.br',
  },
  phoneNumber: {
    kind: 'phone',
    label: 'Telefone',
    named: 'o telefone',
    section: 'contact',
    placeholder: 'telefone',
    example: '4133224455',
  },
  cellphoneNumber: {
    kind: 'mobile',
    label: 'Celular',
    named: 'o celular',
    section: 'contact',
    example: '41998765432',
  },
  ...ADDRESS_FIELDS,
} as const satisfies FieldTable;

export type CompanyPlaceholder = PlaceholderOf<typeof COMPANY_FIELDS>;

/** What the federal register does not say of a company. */
export const UNREGISTERED_COMPANY_FIELDS = [
  'externalId',
  'ie',
  'im',
  'iest',
] as const satisfies readonly (keyof typeof COMPANY_FIELDS)[];
export type UnregisteredCompanyField = (typeof UNREGISTERED_COMPANY_FIELDS)[number];
