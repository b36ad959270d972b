import { z } from 'zod';

import { cnpj, companyForm, cpf, identifier, personForm } from '../../fields.ts';
import { MAX_BATCH_PERSONS } from '../../limits.ts';
import { COMPANY_FIELDS, PERSON_FIELDS, searchedInWords } from '../../registers/index.ts';
import { defineOperations } from '../operation.ts';
import {
  acknowledged,
  company,
  listOf,
  listQuery,
  minPosition,
  person,
  personBatch,
} from '../shapes/index.ts';

const companyParams = z.strictObject({ companyId: identifier });
const personParams = z.strictObject({ personId: identifier });
/** What a company may name of others is refused in these words. */
const NAMED = [
  'PERSON_NOT_FOUND',
  'COMPANY_NOT_FOUND',
  'COMPANY_NOT_ACTIVE',
  'COMPANY_PARENT_CYCLE',
] as const;

export const companyOperations = defineOperations({
  createCompany: {
    tag: 'Empresas',
    summary: 'Cadastra uma empresa',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    status: 201,
    emptyIsAbsent: true,
    body: z.strictObject({ cnpj, ...companyForm.shape }).meta({ id: 'CreateCompany' }),
    answer: acknowledged.extend({ companyId: identifier }),
    errors: ['CNPJ_ALREADY_EXISTS', ...NAMED, 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'],
  },
  editCompany: {
    tag: 'Empresas',
    summary: 'Substitui os dados de uma empresa; o CNPJ não muda',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: companyParams,
    emptyIsAbsent: true,
    body: companyForm
      .extend({
        /** Without it the company stays as active as it is. */
        active: z.boolean().optional(),
      })
      .meta({ id: 'EditCompany' }),
    answer: acknowledged,
    errors: [...NAMED, 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'],
  },
  activateCompany: {
    tag: 'Empresas',
    summary: 'Ativa uma empresa: volta a aparecer ao criar processos',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: companyParams,
    answer: acknowledged,
    errors: ['COMPANY_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  deactivateCompany: {
    tag: 'Empresas',
    summary: 'Inativa uma empresa: os processos que já tem seguem, e nenhum novo é criado',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: companyParams,
    answer: acknowledged,
    errors: ['COMPANY_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  removeCompany: {
    tag: 'Empresas',
    summary: 'Remove uma empresa sem processos pendentes; os processos passados ficam como estão',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: companyParams,
    answer: acknowledged,
    errors: ['COMPANY_NOT_FOUND', 'COMPANY_HAS_PENDING_PROCESSES', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  listCompanies: {
    tag: 'Empresas',
    summary: `Empresas, com busca por ${searchedInWords(COMPANY_FIELDS)}`,
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    query: listQuery.extend({ filter: z.enum(['all', 'active', 'inactive']).default('all') }).strict(),
    answer: listOf(company),
    errors: [],
  },
  getCompany: {
    tag: 'Empresas',
    summary: 'Uma empresa',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    params: companyParams,
    query: minPosition.strict(),
    answer: company,
    errors: ['COMPANY_NOT_FOUND'],
  },
  createPerson: {
    tag: 'Pessoas',
    summary: 'Cadastra uma pessoa que poderá assinar',
    allow: 'members',
    scope: 'registers',
    kind: 'command',
    status: 201,
    emptyIsAbsent: true,
    body: z.strictObject({ cpf, ...personForm.shape }).meta({ id: 'CreatePerson' }),
    answer: acknowledged.extend({ personId: identifier }),
    errors: [
      'PERSON_CREATION_ERROR',
      'EMAIL_NOT_AVAILABLE',
      'PHONENUMBER_NOT_AVAILABLE',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  createPersonBatch: {
    tag: 'Pessoas',
    summary: `Cadastra até ${MAX_BATCH_PERSONS} pessoas de um arquivo CSV, todas ou nenhuma; com dryRun, só confere o arquivo`,
    allow: 'members',
    scope: 'registers',
    kind: 'command',
    file: 'text/csv',
    query: z.strictObject({
      dryRun: z
        .enum(['true', '1', 'false', '0'])
        .transform((text) => text === 'true' || text === '1')
        .optional(),
    }),
    answer: personBatch,
    errors: [
      'NO_FILES_UPLOADED',
      'PERSON_BATCH_CREATION_ERROR',
      'REQUEST_TOO_LARGE',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
  editPerson: {
    tag: 'Pessoas',
    summary: 'Substitui os dados de uma pessoa; o CPF não muda, nem o que processos já criados guardam dela',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: personParams,
    emptyIsAbsent: true,
    body: personForm.meta({ id: 'EditPerson' }),
    answer: acknowledged,
    errors: [
      'PERSON_NOT_FOUND',
      'EMAIL_NOT_AVAILABLE',
      'PHONENUMBER_NOT_AVAILABLE',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  removePerson: {
    tag: 'Pessoas',
    summary: 'Remove uma pessoa sem assinaturas pendentes; os processos passados ficam como estão',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: personParams,
    answer: acknowledged,
    errors: ['PERSON_NOT_FOUND', 'PERSON_HAS_PENDING_SIGNATURES', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  listPersons: {
    tag: 'Pessoas',
    summary: `Pessoas, com busca por ${searchedInWords(PERSON_FIELDS)}`,
    allow: 'members',
    scope: 'read',
    kind: 'query',
    query: listQuery.strict(),
    answer: listOf(person),
    errors: [],
  },
  getPerson: {
    tag: 'Pessoas',
    summary: 'Uma pessoa',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    params: personParams,
    query: minPosition.strict(),
    answer: person,
    errors: ['PERSON_NOT_FOUND'],
  },
});
