import type { KeyedDigest } from '@lacre/identity';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { reservationId, type Claim } from './claim-value.ts';
import { reservation } from './decide-reservation.ts';

/** Gives a value up that its owner does not have any more. Without effect when it is another's by now. */
export async function release(
  service: { handler: CommandHandler; digest: KeyedDigest },
  context: CommandContext,
  value: Omit<Claim, 'holds'>,
): Promise<void> {
  const { kind, owner } = value;
  const { tenantId } = context;
  const scope = value.scope === 'tenant' ? tenantId : undefined;
  const id = reservationId(service.digest, kind, scope, value.value);
  const current = await service.handler.load(reservation, id);
  if (current.status === 'free' || current.owner !== owner) return;
  const command = { type: 'release', kind, tenantId, owner } as const;
  const handled = await service.handler.handle(reservation, id, command, {
    ...context,
    key: `${context.key}:release`,
  });
  if (!handled.ok) orThrow(handled);
}
