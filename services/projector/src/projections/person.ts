import { folded, PERSON_FIELDS, type DataOf, type PersonFields } from '@lacre/contracts';
import { person, personCount, type Change } from '@lacre/read-models';

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

const counted = (tenantId: string, change: number): Change =>
  personCount.evolve([tenantId], (before) => ({
    tenant_id: tenantId,
    persons: (before?.persons ?? 0) + change,
  }));

/** A person who was removed may be erased as well, and counts once. */
const gone = ({ personId, tenantId }: DataOf<'PersonRemoved'>): Change[] => [
  // What follows from another row changes one that is read for the batch.
  counted(tenantId, 0),
  person.derive([personId], (found) => (found?.registered === true ? [counted(tenantId, -1)] : [])),
  person.remove([personId]),
];

export const personProjection = readModel('person', {
  version: 6,
  on: {
    PersonCreated: ({ data, at }) => [row(data, at, true), counted(data.tenantId, 1)],
    PersonDrafted: ({ data, at }) => row(data, at, false),
    PersonBatchCreated: ({ data, at }) => [
      ...data.personIds.map((personId) =>
        person.edit([personId], () => ({ registered: true, created_at: at, edited_at: at })),
      ),
      counted(data.tenantId, data.personIds.length),
    ],
    PersonEdited: ({ data, at }) =>
      person.edit([data.personId], ({ cpf }) => ({ ...fromFields(cpf, data.fields), edited_at: at })),
    PersonRemoved: ({ data }) => gone(data),
    PersonErased: ({ data }) => gone(data),
  },
});
