import type { PersonFields } from '@lacre/contracts';

import { bigInteger, bool, instant, json, text, uuid } from '../column.ts';
import { table } from '../table.ts';
import { personPageFunction } from './person-page.ts';

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
    onPublish: personPageFunction,
    reach: 'registered',
    indexes: [
      '(tenant_id, sort_name, person_id) include (registered)',
      'using gin (search_text public.gin_trgm_ops)',
    ],
  },
);

/** How many persons are registered with an account: counted as they come and go, as processes are. */
export const personCount = table(
  'person_count',
  { tenant_id: uuid(), persons: bigInteger() },
  { key: ['tenant_id'] },
);
