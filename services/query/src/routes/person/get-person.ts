import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { personOf } from '../../views/person-view.ts';

export const route = defineRoute('getPerson', async ({ principal, params, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['person'] } as const;
  const row = await models.ofCaller(principal, freshness, (db) =>
    db.selectFrom('read.person').selectAll().where('person_id', '=', params.personId).executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('PERSON_NOT_FOUND');
  return personOf(row);
});
