import type { AnswerOf } from '@lacre/contracts';
import type { OpenSession } from '@lacre/identity';

/** A session, the answer that goes with it, and what the browser is to remember. */
export interface UserSession {
  session: OpenSession;
  answer: AnswerOf<'signIn'>;
  browser: string | undefined;
}
