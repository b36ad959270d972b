import type { AnswerOf } from '@lacre/contracts';

import type { ReadSchema } from './read-schema.ts';

export const companyOf = (row: ReadSchema['read.company']): AnswerOf<'getCompany'> => ({
  ...row.fields,
  companyId: row.company_id,
  cnpj: row.cnpj,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at.toISOString(),
});
