import { derivedId } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import type { Answers, BegunLookUp } from './answers.ts';

export interface Intent {
  /** Whose keys these are: the same key of two callers is two intents. */
  scope: string;
  /** As the caller sent it, or made for them when they sent none. */
  key: string;
  /** Keyed hash of operation, path and body. */
  requestHash: string;
  /** Only a key that the caller chose can come again. */
  isCallersKey: boolean;
}

export interface Idempotency {
  /**
   * Runs the command once for its intent: the same key and request again gets the first answer, the same key with
   * another request is refused. Only successes are kept: a refusal changed nothing, so a repeat is decided anew.
   *
   * @param begun what `lookAhead` began for the same intent
   * @throws Refusal IDEMPOTENCY_KEY_REUSED
   */
  once<Answer>(intent: Intent, run: () => Promise<Answer>, begun?: BegunLookUp): Promise<Answer>;

  /** Begins to look for the answer of an intent, before it is known whether the caller is let in. */
  lookAhead(intent: Pick<Intent, 'scope' | 'key'>): BegunLookUp;
}

export const intentId = ({ scope, key }: Pick<Intent, 'scope' | 'key'>): string =>
  derivedId('intent', scope, key);

export function createIdempotency(answers: Answers): Idempotency {
  const inFlight = new Map<string, { requestHash: string; answer: Promise<unknown> }>();

  async function lookUpOrRun<Answer>(
    id: string,
    requestHash: string,
    { run, begun }: { run: () => Promise<Answer>; begun: BegunLookUp | undefined },
  ): Promise<Answer> {
    const stored = await answers.find(id, begun);
    if (stored !== undefined) {
      if (stored.requestHash !== requestHash) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      return stored.answer as Answer;
    }
    const answer = await run();
    answers.remember({ id, requestHash, answer });
    return answer;
  }

  return {
    lookAhead: (intent) => answers.lookAhead(intentId(intent)),
    async once(intent, run, begun) {
      if (!intent.isCallersKey) return run();
      const id = intentId(intent);
      for (let other = inFlight.get(id); other !== undefined; other = inFlight.get(id)) {
        if (other.requestHash === intent.requestHash) return other.answer as ReturnType<typeof run>;
        // Which of the two has the key is known once the other is through: it may be refused, and this one be a repeat.
        await other.answer.catch(() => {});
      }
      const answer = lookUpOrRun(id, intent.requestHash, { run, begun });
      inFlight.set(id, { requestHash: intent.requestHash, answer });
      try {
        return await answer;
      } finally {
        inFlight.delete(id);
      }
    },
  };
}
