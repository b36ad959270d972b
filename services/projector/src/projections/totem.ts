import { totem } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';

type Row = Parameters<Parameters<typeof totem.edit>[1]>[0];

/** It ends with the first thing that ends it. */
const ended = (totemId: string, at: string) =>
  totem.evolve([totemId], (row) => row && { ...row, revoked_at: row.revoked_at ?? at });
/** Whatever ends its user ends every totem of theirs. */
const endedWith = ({ data, at }: { data: { userId: string }; at: string }) =>
  totem.sweep('user_id', data.userId, (row: Row) => [ended(row.totem_id, at)]);

/** Tablets at which people sign. */
export const totemProjection = readModel('totem', {
  version: 1,
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
});
