import { folded, PERSON_FIELDS, type DataOf, type PersonFields } from '@lacre/contracts';
import { person } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';
import { searchTextOf } from './search-text.ts';

const fromFields = (cpf: string, fields: PersonFields) => ({
  fields,
  sort_name: folded(fields.name),
  search_text: searchTextOf(PERSON_FIELDS, { cpf, ...fields }),
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

export const personProjection = readModel('person', {
  version: 5,
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
});
