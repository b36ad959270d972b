import { useState } from 'react';

import { asProblem, type SecondFactorChallenge } from '@/lib/api/problem.ts';
import { session, type CurrentUser, type Opened } from '@/lib/session/session.ts';

export interface SignIn {
  /** Set while the first factor was right and the second is still to come. */
  challenge: SecondFactorChallenge | undefined;
  /** Comes in by whatever answers with a session; the second factor, where there is one, is asked for next. */
  come: (ask: () => Promise<Opened>) => Promise<void>;
  /** Starts again from the first factor. */
  giveUp: () => void;
}

/** Coming in, one factor after the other. @param onEntered called once the session stands */
export function useSignIn(onEntered: (user: CurrentUser) => void): SignIn {
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  return {
    challenge,
    giveUp: () => setChallenge(undefined),
    come: async (ask) => {
      try {
        const opened = await ask();
        session.open(opened);
        onEntered(opened.user);
      } catch (error) {
        const { secondFactor } = asProblem(error);
        if (secondFactor === undefined) throw error;
        setChallenge(secondFactor);
      }
    },
  };
}
