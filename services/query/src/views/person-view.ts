import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';

export const personOf = (row: ReadSchema['read.person']): AnswerOf<'getPerson'> => ({
  ...row.fields,
  personId: row.person_id,
  cpf: row.cpf,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at.toISOString(),
});
