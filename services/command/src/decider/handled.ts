import type { ErrorCode } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

/** What became of a command. */
export type Handled<State> =
  /** `repeated`: the same intent was stored before; nothing was appended now. */
  | { ok: true; state: State; position: Position | undefined; repeated: boolean }
  | { ok: false; code: ErrorCode; detail?: string };

export const refusal = ({ code, detail }: { code: ErrorCode; detail?: string }) =>
  detail === undefined ? ({ ok: false, code } as const) : ({ ok: false, code, detail } as const);
