import type { Position } from '@lacre/event-store';

import type { Reason, Rejection } from './decision.ts';

/** What became of a command. */
export type Handled<State> =
  /** `repeated`: the same intent was stored before; nothing was appended now. */
  { ok: true; state: State; position: Position | undefined; repeated: boolean } | ({ ok: false } & Reason);

export const refusal = ({ accepted: _accepted, ...reason }: Rejection) => ({ ok: false, ...reason }) as const;
