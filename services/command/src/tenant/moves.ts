import type { DataOf, TenantMove, TenantMoveEvent } from '@lacre/contracts';

import { accept, reject, type Decision, type Rejection } from '../decider/decision.ts';
import type { TenantRecord, TenantState } from './state.ts';

/** The operator's acts that move a tenant to another installation. */
export type MoveCommand =
  | ({ type: 'beginMove' } & Begun)
  | ({ type: 'abandonMove' } & Pick<Begun, 'moveId'>)
  | ({ type: 'moveOut' } & Pick<Begun, 'moveId'>)
  | ({ type: 'moveIn' } & Begun)
  | ({ type: 'forgetMoved' } & Shown);

/** A move by its id, and the origin of the installation at its other end. */
type Begun = Pick<DataOf<'TenantMoveBegan'>, 'moveId' | 'address'>;

/** A move that is over, and what the installation that has the tenant now showed of it. */
type Shown = Pick<DataOf<'TenantMoveForgotten'>, 'moveId' | 'events' | 'sha256'>;

/** Why nothing else is decided on a tenant that is being moved, or is elsewhere; undefined of one that is here. */
export function awayRejection(move: TenantMove): Rejection | undefined {
  if (move.stage === 'moving') return reject('TENANT_MOVING');
  if (move.stage === 'movedOut') return { ...reject('TENANT_MOVED'), extensions: { address: move.address } };
  return undefined;
}

export function decideMove(command: MoveCommand, state: TenantState): Decision<TenantMoveEvent> {
  if (state.status !== 'registered') return reject('TENANT_NOT_FOUND');
  const { type, ...input } = command;
  switch (type) {
    case 'beginMove':
      return decideBeginMove(state, input as Begun);
    case 'abandonMove':
      return decideAbandonMove(state, input);
    case 'moveOut':
      return decideMoveOut(state, input);
    case 'moveIn':
      return decideMoveIn(state, input as Begun);
    case 'forgetMoved':
      return decideForget(state, input as Shown);
  }
}

/** In the log that the tenant leaves. */
function decideBeginMove(
  { tenantId, move }: TenantRecord,
  { moveId, address }: Begun,
): Decision<TenantMoveEvent> {
  if (move.stage === 'moving' && move.moveId === moveId && move.address === address) return accept();
  return awayRejection(move) ?? accept({ type: 'TenantMoveBegan', data: { tenantId, moveId, address } });
}

/** Gives up a move before the tenant has left. One that was given up before is so still. */
function decideAbandonMove(
  { tenantId, move }: TenantRecord,
  { moveId }: Pick<Begun, 'moveId'>,
): Decision<TenantMoveEvent> {
  if (move.stage === 'moving' && move.moveId === moveId)
    return accept({ type: 'TenantMoveAbandoned', data: { tenantId, moveId } });
  return awayRejection(move) ?? accept();
}

/** Once it was put there, it goes where it was begun to. CONCURRENT_CHANGE where that move was given up meanwhile. */
function decideMoveOut(
  { tenantId, move }: TenantRecord,
  { moveId }: Pick<Begun, 'moveId'>,
): Decision<TenantMoveEvent> {
  if (move.stage === 'movedOut' && move.moveId === moveId) return accept();
  if (move.stage !== 'moving' || move.moveId !== moveId)
    return awayRejection(move) ?? reject('CONCURRENT_CHANGE');
  return accept({ type: 'TenantMovedOut', data: { tenantId, moveId, address: move.address } });
}

/**
 * In the log that the tenant comes to: its stream is a copy in which this move began, or one that the tenant left
 * earlier and comes back to. CONCURRENT_CHANGE where it is neither.
 */
function decideMoveIn(
  { tenantId, move }: TenantRecord,
  { moveId, address }: Begun,
): Decision<TenantMoveEvent> {
  if (move.stage === 'movedIn' && move.moveId === moveId) return accept();
  const isCopied = move.stage === 'moving' && move.moveId === moveId;
  if (!isCopied && move.stage !== 'movedOut') return reject('CONCURRENT_CHANGE');
  return accept({ type: 'TenantMovedIn', data: { tenantId, moveId, address } });
}

/** In the log that the tenant left. CONCURRENT_CHANGE where it is here, or left by another move. */
function decideForget(
  { tenantId, move }: TenantRecord,
  { moveId, events, sha256 }: Shown,
): Decision<TenantMoveEvent> {
  if (move.stage !== 'movedOut' || move.moveId !== moveId) return reject('CONCURRENT_CHANGE');
  if (move.isForgotten) return accept();
  const { address } = move;
  return accept({ type: 'TenantMoveForgotten', data: { tenantId, moveId, address, events, sha256 } });
}
