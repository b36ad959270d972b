import { folded, wordsOf } from '@lacre/contracts';

import type { Projection } from '../engine/projection.ts';
import { json, table, text, uuid } from '../engine/table.ts';

const tag = table(
  'tag',
  { tag_id: uuid(), tenant_id: uuid(), name: text(), sort_name: text(), words: json<readonly string[]>() },
  { key: ['tag_id'], indexes: ['(tenant_id, sort_name)'] },
);

const named = (name: string) => ({ name, sort_name: folded(name), words: wordsOf(name) });

/** Tags of tenants, which processes carry by id. */
export const tagProjection: Projection = {
  name: 'tag',
  version: 1,
  schema: 'read',
  tables: [tag],
  on: {
    TagCreated: ({ data: { tagId, tenantId, name } }) =>
      tag.put({ tag_id: tagId, tenant_id: tenantId, ...named(name) }),
    TagRenamed: ({ data: { tagId, name } }) => tag.edit([tagId], () => named(name)),
    TagRemoved: ({ data }) => tag.remove([data.tagId]),
  },
};
