import type { ErrorCode } from '@lacre/contracts';

import { accept, ofTenant, reject, type Decision } from './decision.ts';

/** Of what is made once and used again and again: a template, an envelope, a group. */
export type ReusableState<Thing> =
  | { status: 'absent' }
  | ({ status: 'kept' } & Thing)
  | { status: 'removed' };

export type ReusableCommand<Made, Edit> =
  | ({ type: 'create' } & Made)
  | ({ type: 'edit'; tenantId: string } & Edit)
  | { type: 'remove'; tenantId: string };

interface ReusableRules<Thing, Made, Edit, Event> {
  /** The refusal of what is not there, or not the tenant's. */
  unknown: ErrorCode;
  create: (made: Made) => Decision<Event>;
  edit: (edit: Edit, kept: Thing) => Decision<Event>;
  remove: (kept: Thing) => Event;
}

/** What is there, as its own tenant sees it. */
export const keptOf = <Thing extends { tenantId: string }>(
  state: ReusableState<Thing>,
  tenantId: string,
): Thing | undefined => ofTenant(state.status === 'kept' ? state : undefined, tenantId);

/** Decides by the rules of one kind. Its id derives from the intent: one that is there already, or was, is this same one. */
export const decideReusable =
  <Thing extends { tenantId: string }, Made, Edit, Event>(rules: ReusableRules<Thing, Made, Edit, Event>) =>
  (
    command: ReusableCommand<Made, Edit> & { tenantId: string },
    state: ReusableState<Thing>,
  ): Decision<Event> => {
    if (command.type === 'create') return state.status === 'absent' ? rules.create(command) : accept();
    const kept = keptOf(state, command.tenantId);
    if (kept === undefined) return reject(rules.unknown);
    return command.type === 'edit' ? rules.edit(command, kept) : accept(rules.remove(kept));
  };
