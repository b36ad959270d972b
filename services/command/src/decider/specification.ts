import { eventSchemas, isEventType, type ErrorCode } from '@lacre/contracts';
import { expect } from 'vitest';

import type { Decider, Reason } from './decision.ts';

interface AnyEvent {
  type: string;
  data: object;
}

/**
 * Specifies a decider in sentences: `given(created).when(sign).thenEvents(signed)`, `.thenRejected('…')`, `.thenNothing()`.
 * Every event that was decided must fit its schema of the contracts.
 */
export function specificationOf<Command, State, Event extends AnyEvent>(
  decider: Decider<Command, State, Event>,
) {
  const fold = (events: readonly Event[]): State =>
    events.reduce((state, event) => decider.evolve(state, event), decider.initialState());
  return {
    given: (...history: readonly Event[]) => ({
      when: (command: Command) => {
        const decision = decider.decide(command, fold(history));
        if (decision.accepted) decision.events.forEach(expectToFitItsSchema);
        return {
          thenEvents: (...expected: readonly Event[]) =>
            expect(decision).toEqual({ accepted: true, events: expected }),
          thenTypes: (...types: readonly Event['type'][]) => {
            expect(decision.accepted, JSON.stringify(decision)).toBe(true);
            expect(decision.accepted ? decision.events.map(({ type }) => type) : []).toEqual(types);
          },
          thenNothing: () => expect(decision).toEqual({ accepted: true, events: [] }),
          thenRejected: (code: ErrorCode, more: Partial<Reason> = {}) =>
            expect(decision).toMatchObject({ accepted: false, code, ...more }),
          events: decision.accepted ? decision.events : [],
        };
      },
      state: () => fold(history),
    }),
  };
}

function expectToFitItsSchema({ type, data }: AnyEvent): void {
  expect(isEventType(type), type).toBe(true);
  if (!isEventType(type)) return;
  const parsed = eventSchemas[type].safeParse(data);
  expect(parsed.error?.issues ?? [], `${type} does not fit its schema`).toEqual([]);
}
