import type { Projection } from '../engine/projection.ts';
import { wholeTenant } from '../engine/reach.ts';
import { instant, nullable, table, text, uuid } from '../engine/table.ts';

export const totem = table(
  'totem',
  {
    totem_id: uuid(),
    tenant_id: uuid(),
    /** Whose session it is. */
    user_id: uuid(),
    name: text(),
    registered_at: instant(),
    revoked_at: nullable(instant()),
  },
  {
    key: ['totem_id'],
    reach: wholeTenant,
    indexes: ['(tenant_id, registered_at desc, totem_id)', '(user_id)'],
  },
);

type Row = Parameters<Parameters<typeof totem.edit>[1]>[0];

/** It ends with the first thing that ends it. */
const ended = (totemId: string, at: string) =>
  totem.evolve([totemId], (row) => row && { ...row, revoked_at: row.revoked_at ?? at });
/** Whatever ends its user ends every totem of theirs. */
const endedWith = ({ data, at }: { data: { userId: string }; at: string }) =>
  totem.sweep('user_id', data.userId, (row: Row) => [ended(row.totem_id, at)]);

/** Tablets at which people sign. */
export const totemProjection: Projection = {
  name: 'totem',
  version: 1,
  schema: 'read',
  tables: [totem],
  sweeps: ['UserRoleChanged', 'UserDeactivated', 'UserRemoved', 'UserErased'],
  on: {
    TotemRegistered: ({ data, at }) =>
      totem.put({
        totem_id: data.totemId,
        tenant_id: data.tenantId,
        user_id: data.userId,
        name: data.name,
        registered_at: at,
        revoked_at: null,
      }),
    TotemRevoked: ({ data, at }) => ended(data.totemId, at),
    // A totem is a session.
    UserSessionsRevoked: ({ data, at }) => data.sessionIds.map((sessionId) => ended(sessionId, at)),
    UserSignedOut: ({ data, at }) => ended(data.sessionId, at),
    UserRoleChanged: (fact) => (fact.data.role === 'totem' ? [] : endedWith(fact)),
    UserDeactivated: endedWith,
    UserRemoved: endedWith,
    UserErased: endedWith,
  },
};
