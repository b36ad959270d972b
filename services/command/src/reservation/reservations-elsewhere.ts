import { RESERVATION_KINDS, streams } from '@lacre/contracts';
import { createKeyedDigest } from '@lacre/identity';

import { reservationId } from './claim-value.ts';
import type { ReservationKind } from './decide-reservation.ts';

/** The reservation of a value, and the one that it is under another installation's key. */
export interface RenamedReservation {
  kind: ReservationKind;
  stream: string;
  elsewhere: string;
}

/**
 * Finds which of the reservations of a tenant a value has: their names are keyed digests, so that they are asked for by
 * what events say.
 *
 * @param held whether the tenant has a reservation of this name
 */
export function reservationsElsewhere(
  { from, to }: { from: Uint8Array; to: Uint8Array },
  tenantId: string,
  held: (stream: string) => boolean,
): (value: string) => RenamedReservation[] {
  const [own, other] = [createKeyedDigest(from), createKeyedDigest(to)];
  return (value) =>
    RESERVATION_KINDS.flatMap((kind) =>
      [tenantId, undefined].flatMap((scope) => {
        const stream = streams.reservation(reservationId(own, kind, scope, value));
        if (!held(stream)) return [];
        const elsewhere = streams.reservation(reservationId(other, kind, scope, value));
        return [{ kind, stream, elsewhere }];
      }),
    );
}
