import { z } from 'zod';

import { cnpj, companyFields, cpf, identifier, personFields } from '../fields.ts';
import { operation } from './operation.ts';
import { acknowledged, company, listOf, listQuery, minPosition, person } from './shapes.ts';

export const companyOperations = {
  createCompany: operation('createCompany', {
    tag: 'Empresas',
    summary: 'Cadastra uma empresa',
    allow: 'stewards',
    kind: 'command',
    status: 201,
    body: z.strictObject({ cnpj, ...companyFields.shape }).meta({ id: 'CreateCompany' }),
    answer: acknowledged.extend({ companyId: identifier }),
    errors: ['CNPJ_ALREADY_EXISTS', 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'],
  }),
  editCompany: operation('editCompany', {
    tag: 'Empresas',
    summary: 'Substitui os dados de uma empresa; o CNPJ não muda',
    allow: 'stewards',
    kind: 'command',
    params: z.strictObject({ companyId: identifier }),
    body: companyFields.meta({ id: 'EditCompany' }),
    answer: acknowledged,
    errors: ['COMPANY_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'],
  }),
  listCompanies: operation('listCompanies', {
    tag: 'Empresas',
    summary: 'Empresas, com busca por CNPJ, razão social ou nome fantasia',
    allow: 'members-of-company',
    kind: 'query',
    query: listQuery.extend({ filter: z.enum(['all', 'active', 'inactive']).default('all') }).strict(),
    answer: listOf(company),
    errors: [],
  }),
  getCompany: operation('getCompany', {
    tag: 'Empresas',
    summary: 'Uma empresa',
    allow: 'members-of-company',
    kind: 'query',
    params: z.strictObject({ companyId: identifier }),
    query: minPosition.strict(),
    answer: company,
    errors: ['COMPANY_NOT_FOUND'],
  }),
  createPerson: operation('createPerson', {
    tag: 'Pessoas',
    summary: 'Cadastra uma pessoa que poderá assinar',
    allow: 'members',
    kind: 'command',
    status: 201,
    body: z.strictObject({ cpf, ...personFields.shape }).meta({ id: 'CreatePerson' }),
    answer: acknowledged.extend({ personId: identifier }),
    errors: ['PERSON_CREATION_ERROR', 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'],
  }),
  listPersons: operation('listPersons', {
    tag: 'Pessoas',
    summary: 'Pessoas, com busca por nome, CPF ou email',
    allow: 'members',
    kind: 'query',
    query: listQuery.strict(),
    answer: listOf(person),
    errors: [],
  }),
  getPerson: operation('getPerson', {
    tag: 'Pessoas',
    summary: 'Uma pessoa',
    allow: 'members',
    kind: 'query',
    params: z.strictObject({ personId: identifier }),
    query: minPosition.strict(),
    answer: person,
    errors: ['PERSON_NOT_FOUND'],
  }),
} as const;
