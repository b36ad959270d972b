import { streams, type DataOf, type StreamEvents } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';

export type ReservationKind = DataOf<'ValueReserved'>['kind'];
export type ReservationStreamEvent = StreamEvents['reservation'];

export type ReservationState =
  | { status: 'free' }
  /** `owner` is the stream that the value belongs to, which may not exist yet, or never be created. */
  | { status: 'reserved'; kind: ReservationKind; owner: string; tenantId: string };

export type ReservationCommand =
  | { type: 'reserve'; kind: ReservationKind; tenantId: string; owner: string }
  /** `from` must have been forfeited before: its stream can no longer begin. */
  | { type: 'takeOver'; kind: ReservationKind; tenantId: string; owner: string; from: string }
  /** Its owner has another value now. What belongs to another by then stays theirs. */
  | { type: 'release'; kind: ReservationKind; tenantId: string; owner: string };

function decide(command: ReservationCommand, state: ReservationState): Decision<ReservationStreamEvent> {
  const { kind, tenantId, owner } = command;
  const isOwn = state.status === 'reserved' && state.owner === owner;
  if (isOwn && command.type !== 'release') return accept();
  switch (command.type) {
    case 'release':
      return isOwn ? accept({ type: 'ValueReleased', data: { kind, tenantId, owner } }) : accept();
    case 'reserve':
      // The owner decides the caller's answer; see claimValue.
      if (state.status === 'reserved') return reject('CONCURRENT_CHANGE');
      return accept({ type: 'ValueReserved', data: { kind, tenantId, owner } });
    case 'takeOver': {
      const { from } = command;
      if (state.status === 'free' || state.owner !== from) return reject('CONCURRENT_CHANGE');
      return accept({ type: 'ReservationTakenOver', data: { kind, tenantId, owner, from } });
    }
  }
}

function evolve(_state: ReservationState, event: ReservationStreamEvent): ReservationState {
  switch (event.type) {
    case 'ValueReserved':
    case 'ReservationTakenOver': {
      const { kind, owner, tenantId } = event.data;
      return { status: 'reserved', kind, owner, tenantId };
    }
    case 'ValueReleased':
      return { status: 'free' };
  }
}

/** Its id is `{kind}-{digest}`. */
export const reservation: Aggregate<ReservationCommand, ReservationState, ReservationStreamEvent> = {
  stream: streams.reservation,
  initialState: () => ({ status: 'free' }),
  decide,
  evolve,
};
