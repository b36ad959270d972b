import { folded, wordsOf } from '@lacre/contracts';
import { tag } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';

const named = (name: string) => ({ name, sort_name: folded(name), words: wordsOf(name) });

/** Tags of tenants, which processes carry by id. */
export const tagProjection = readModel('tag', {
  version: 1,
  on: {
    TagCreated: ({ data: { tagId, tenantId, name } }) =>
      tag.put({ tag_id: tagId, tenant_id: tenantId, ...named(name) }),
    TagRenamed: ({ data: { tagId, name } }) => tag.edit([tagId], () => named(name)),
    TagRemoved: ({ data }) => tag.remove([data.tagId]),
  },
});
