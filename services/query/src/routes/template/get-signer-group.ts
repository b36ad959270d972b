import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { signerGroupOf, wholeSignerGroups } from '../../views/template-views.ts';

export const route = defineRoute('getSignerGroup', async ({ principal, params, query }, { models }) => {
  const freshness = { minPosition: query['min-position'], projections: ['template', 'person'] } as const;
  const row = await models.ofCaller(principal, freshness, (db) =>
    wholeSignerGroups(db)
      .where('read.signer_group.signer_group_id', '=', params.signerGroupId)
      .executeTakeFirst(),
  );
  if (row === undefined) throw new Refusal('GROUP_NOT_FOUND');
  return signerGroupOf(row);
});
