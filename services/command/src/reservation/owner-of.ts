import type { DomainLog } from '@lacre/domain-log';
import type { KeyedDigest } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { reservationId } from './claim-value.ts';
import { reservation, type ReservationKind } from './decide-reservation.ts';
import { standingOf } from './owner-standing.ts';

interface Held {
  kind: ReservationKind;
  /** In the form that is compared, as in a `Claim`. */
  value: string;
  /** Where it is unique; undefined for what is unique in the platform. */
  tenantId: string | undefined;
}

/** Stream that a unique value belongs to; undefined without an owner, or when the owner was not created or is gone. */
export async function ownerOf(
  { handler, digest, domainLog }: { handler: CommandHandler; digest: KeyedDigest; domainLog: DomainLog },
  { kind, value, tenantId }: Held,
): Promise<string | undefined> {
  const id = reservationId(digest, kind, tenantId, value);
  const state = await handler.load(reservation, id);
  if (state.status === 'free') return undefined;
  const standing = await standingOf(domainLog, state.owner);
  return standing.is === 'there' ? state.owner : undefined;
}
