import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { WrongExpectedRevision, type EventStore, type JsonObject } from '@lacre/event-store';

import { createCallers, type Callers } from '../callers.ts';
import type { Claims } from '../principal.ts';

/**
 * Callers for tests that sign tokens themselves: a caller unknown to the log is first written into it as the token
 * says, tenant and user. From then on the log decides, as ever.
 */
export function introducingCallers(eventStore: EventStore): Callers {
  const callers = createCallers({ eventStore, logger: { error: () => {} } });
  const introduce = async (stream: string, type: string, data: JsonObject & { tenantId: string }) => {
    const metadata = {
      occurredAt: new Date().toISOString(),
      correlationId: 'introduction',
      schemaVersion: 1,
      tenantId: data.tenantId,
      actor: { kind: 'visitor' },
    };
    await eventStore
      .append(stream, [{ id: randomUUID(), type, data, metadata }], { expected: 'noStream' })
      .catch((error: unknown) => {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      });
  };
  return {
    async admit(claims: Claims) {
      const { tenantId, sub, name } = claims;
      const domain = `t-${tenantId.slice(0, 13)}`;
      await introduce(streams.tenant(tenantId), 'TenantRegistered', {
        tenantId,
        name: 'Conta de Teste',
        domain,
        administratorId: randomUUID(),
      });
      if (claims.kind === 'user' && claims.tokenId === undefined)
        await introduce(streams.user(sub), 'UserCreated', {
          userId: sub,
          tenantId,
          name,
          email: `${sub}@exemplo.com.br`,
          role: claims.role,
        });
      return callers.admit(claims);
    },
  };
}
