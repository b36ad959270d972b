import type { ErrorCode, OperationName } from '@lacre/contracts';

import type { Api } from '../support/api.ts';
import type { Stage } from './stage.ts';

type Input = NonNullable<Parameters<Api['send']>[1]>;
/** Sends the request of a row, as the caller named. */
export type Send = (caller: Api, input?: Input) => Promise<Response>;

/** The request that an error code is answered to, with all that it takes. */
export interface Provocation {
  /** An operation, or method and path of what is none. */
  operation: OperationName | `GET /${string}`;
  /** Ends "… when" in the table of codes. */
  when: string;
  provoke: (stage: Stage, send: Send) => Promise<Response>;
}

export type Provocations = Partial<Record<ErrorCode, Provocation>>;

/** A row of the table. */
export const when = (
  operation: Provocation['operation'],
  condition: string,
  provoke: Provocation['provoke'],
): Provocation => ({ operation, when: condition, provoke });
