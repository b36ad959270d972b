import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Reader } from '../reading/read-models.ts';

type Company = AnswerOf<'getCompany'>;
type CompanyRow = ReadSchema['read.company'];
type WholeCompany = CompanyRow & {
  parent: Company['parentCompany'];
  signatories: Company['defaultSignatories'];
};

/** Companies with the head office and the persons that they name, as far as these are still registered. */
export function wholeCompanies(db: Reader) {
  return db
    .selectFrom('read.company')
    .selectAll('read.company')
    .select((e) => [
      jsonObjectFrom(
        e
          .selectFrom('read.company as parent')
          .select([
            'parent.company_id as companyId',
            sql<string>`parent.fields ->> 'companyName'`.as('companyName'),
            'parent.cnpj',
          ])
          .where('parent.company_id', '=', sql<string>`(read.company.fields ->> 'parentCompanyId')::uuid`),
      ).as('parent'),
      sql<Company['defaultSignatories']>`(
        select coalesce(json_agg(json_build_object(
          'personId', p.person_id, 'name', p.fields ->> 'name', 'cpf', p.cpf, 'email', p.fields ->> 'email'
        ) order by named.ordinal), '[]')
          from jsonb_array_elements_text(read.company.fields -> 'defaultSignatoryIds') with ordinality as named (id, ordinal)
          join read.person as p on p.person_id = named.id::uuid
      )`.as('signatories'),
    ])
    .$castTo<WholeCompany>();
}

export const companyOf = (row: WholeCompany): Company => ({
  ...row.fields,
  companyId: row.company_id,
  cnpj: row.cnpj,
  parentCompany: row.parent,
  defaultSignatories: row.signatories,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at.toISOString(),
});
