import type { DataOf, PersonFields } from '@lacre/contracts';
import { folded } from '@lacre/contracts';

import type { Projection } from '../engine/projection.ts';
import { bool, instant, json, table, text, uuid } from '../engine/table.ts';
import { searchText } from './search-text.ts';

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
    /** Not so while their batch is being created. */
    registered: bool(),
  },
  {
    key: ['person_id'],
    searchable: true,
    reach: 'registered',
    indexes: ['(tenant_id, sort_name, person_id)', 'using gin (search_text public.gin_trgm_ops)'],
  },
);

const fromFields = (cpf: string, fields: PersonFields) => ({
  fields,
  sort_name: folded(fields.name),
  search_text: searchText(cpf, fields.name, fields.email, ...(fields.emails ?? [])),
});

const row = (
  { personId, tenantId, cpf, fields }: DataOf<'PersonCreated'> | DataOf<'PersonDrafted'>,
  at: string,
  registered: boolean,
) =>
  person.put({
    person_id: personId,
    tenant_id: tenantId,
    cpf,
    ...fromFields(cpf, fields),
    created_at: at,
    edited_at: at,
    registered,
  });

export const personProjection: Projection = {
  name: 'person',
  version: 4,
  schema: 'read',
  tables: [person],
  on: {
    PersonCreated: ({ data, at }) => row(data, at, true),
    PersonDrafted: ({ data, at }) => row(data, at, false),
    PersonBatchCreated: ({ data, at }) =>
      data.personIds.map((personId) =>
        person.edit([personId], () => ({ registered: true, created_at: at, edited_at: at })),
      ),
    PersonEdited: ({ data, at }) =>
      person.edit([data.personId], ({ cpf }) => ({ ...fromFields(cpf, data.fields), edited_at: at })),
    PersonRemoved: ({ data }) => person.remove([data.personId]),
    PersonErased: ({ data }) => person.remove([data.personId]),
  },
};
