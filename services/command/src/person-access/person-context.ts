import { randomUUID } from 'node:crypto';

import type { ClientContext } from '@lacre/contracts';

import type { CommandContext } from '../decider/command-context.ts';

/** What events of a person's own act are written with. @param key of the intent; default a new one, which nothing repeats */
export function personContext(
  { personId, tenantId, name }: { personId: string; tenantId: string; name: string },
  { client, correlationId }: { client: ClientContext; correlationId: string },
  key: string = randomUUID(),
): CommandContext {
  return { key, correlationId, tenantId, actor: { kind: 'person', id: personId, name }, client };
}
