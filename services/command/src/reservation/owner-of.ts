import type { ClaimDependencies } from './claim-value.ts';
import { reservationId } from './claim-value.ts';
import { reservation, type ReservationKind } from './decide-reservation.ts';

interface Held {
  kind: ReservationKind;
  /** In the form that is compared, as in a `Claim`. */
  value: string;
  /** Where it is unique; undefined for what is unique in the platform. */
  tenantId: string | undefined;
}

/** Stream that a unique value belongs to. It may be of an owner that has not come to be: whoever asks looks there. */
export async function ownerOf(
  dependencies: Pick<ClaimDependencies, 'handler' | 'digest'>,
  { kind, value, tenantId }: Held,
): Promise<string | undefined> {
  const id = reservationId(dependencies.digest, kind, tenantId, value);
  const state = await dependencies.handler.load(reservation, id);
  return state.status === 'reserved' ? state.owner : undefined;
}
