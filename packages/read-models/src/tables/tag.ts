import { json, text, uuid } from '../column.ts';
import { table } from '../table.ts';

export const tag = table(
  'tag',
  { tag_id: uuid(), tenant_id: uuid(), name: text(), sort_name: text(), words: json<string[]>() },
  { key: ['tag_id'], indexes: ['(tenant_id, sort_name)'] },
);
