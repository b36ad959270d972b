import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';

type Listed = AnswerOf<'companyUsers'>['items'][number];

export const listedUserOf = (row: ReadSchema['read.user_account']): Listed => ({
  uid: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  active: row.active,
  cpf: row.cpf,
  externalId: row.external_id,
  phoneNumber: row.phone_number,
  // Its address changes with the picture, so that a cache may keep it.
  photoURL:
    row.avatar_sha256 === null ? null : `/user/${row.user_id}/avatar?v=${row.avatar_sha256.slice(0, 16)}`,
  companyIds: row.company_ids,
  invitation: row.joined ? 'accepted' : 'pending',
  createdAt: row.created_at.toISOString(),
  lastSignedInAt: row.last_signed_in_at?.toISOString() ?? null,
});
