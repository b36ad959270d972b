import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import type { Rejection } from './decision.ts';
import type { Handled } from './handled.ts';

/** The state and position that a command led to. @throws Refusal when it was refused. */
export function orThrow<State>(handled: Handled<State>): { state: State; position: Position } {
  if (!handled.ok) {
    const { ok: _ok, code, ...known } = handled;
    throw new Refusal(code, known);
  }
  if (handled.position === undefined) throw new Error('a command was accepted on a stream without events');
  return { state: handled.state, position: handled.position };
}

/** @throws Refusal where there is an objection */
export function throwObjection(objection: Rejection | undefined): void {
  if (objection !== undefined) throw Refusal.of(objection);
}
