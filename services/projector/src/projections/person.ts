import type { PersonFields } from '@lacre/contracts';

import type { Projection } from '../engine/projection.ts';
import { instant, json, table, text, uuid } from '../engine/table.ts';
import { folded, searchText } from './search-text.ts';

export const person = table(
  'person',
  {
    person_id: uuid(),
    tenant_id: uuid(),
    cpf: text(),
    fields: json<PersonFields>(),
    sort_name: text(),
    search_text: text(),
    created_at: instant(),
    edited_at: instant(),
  },
  {
    key: ['person_id'],
    searchable: true,
    indexes: ['(tenant_id, sort_name, person_id)', 'using gin (search_text public.gin_trgm_ops)'],
  },
);

const fromFields = (cpf: string, fields: PersonFields) => ({
  fields,
  sort_name: folded(fields.name),
  search_text: searchText(cpf, fields.name, fields.email, ...(fields.emails ?? [])),
});

export const personProjection: Projection = {
  name: 'person',
  version: 3,
  schema: 'read',
  tables: [person],
  on: {
    PersonCreated: ({ data, at }) =>
      person.put({
        person_id: data.personId,
        tenant_id: data.tenantId,
        cpf: data.cpf,
        ...fromFields(data.cpf, data.fields),
        created_at: at,
        edited_at: at,
      }),
    PersonEdited: ({ data, at }) =>
      person.edit([data.personId], ({ cpf }) => ({ ...fromFields(cpf, data.fields), edited_at: at })),
    PersonRemoved: ({ data }) => person.remove([data.personId]),
    PersonErased: ({ data }) => person.remove([data.personId]),
  },
};
