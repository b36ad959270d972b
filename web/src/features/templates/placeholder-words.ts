import type { CompanyPlaceholder, PersonPlaceholder } from '@lacre/contracts';

/** What placeholders say, in words, in the order they are offered. */
export const PERSON_WORDS: Record<PersonPlaceholder, string> = {
  nome: 'Nome',
  cpf: 'CPF',
  email: 'Email',
  celular: 'Celular',
  telefone: 'Telefone',
  nascimento: 'Nascimento',
  nacionalidade: 'Nacionalidade',
  estadocivil: 'Estado civil',
  rg: 'RG',
  pis: 'PIS',
  ctps: 'CTPS',
  pai: 'Nome do pai',
  mae: 'Nome da mãe',
  endereco: 'Endereço',
  cidade: 'Cidade',
  estado: 'Estado',
  cep: 'CEP',
};

export const COMPANY_WORDS: Record<CompanyPlaceholder, string> = {
  razaosocial: 'Razão social',
  nomefantasia: 'Nome fantasia',
  cnpj: 'CNPJ',
  ie: 'Inscrição estadual',
  im: 'Inscrição municipal',
  email: 'Email',
  telefone: 'Telefone',
  endereco: 'Endereço',
  cidade: 'Cidade',
  estado: 'Estado',
  cep: 'CEP',
};
