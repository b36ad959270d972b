import { useState } from 'react';

import { TERMS_VERSION } from '@/features/landing/terms.ts';
import { newIntent } from '@/lib/api/client.ts';
import { personApi } from '@/lib/api/person-session.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';

import { currentLocation, LocationError, type LocationFailure } from './location.ts';

interface Signature {
  signatureId: string;
  documentId: string;
  documentSha256: string;
}

export type SignStep = 'idle' | 'locating' | 'sending';

/** Signs: asks for the location first when it is required. A retry of the same act is the same act. */
export function useSign(onSigned: () => Promise<void>): {
  step: SignStep;
  problem: Problem | undefined;
  locationFailure: LocationFailure | undefined;
  sign: (signatures: readonly Signature[], needsLocation: boolean) => Promise<void>;
} {
  const [step, setStep] = useState<SignStep>('idle');
  const [problem, setProblem] = useState<Problem>();
  const [locationFailure, setLocationFailure] = useState<LocationFailure>();
  const [intents, setIntents] = useState<Record<string, string>>({});

  async function sign(signatures: readonly Signature[], needsLocation: boolean): Promise<void> {
    setProblem(undefined);
    setLocationFailure(undefined);
    const act = signatures.map(({ signatureId }) => signatureId).join(' ');
    const idempotencyKey = intents[act] ?? newIntent();
    setIntents((previous) => ({ ...previous, [act]: idempotencyKey }));
    try {
      setStep(needsLocation ? 'locating' : 'sending');
      const headers = needsLocation ? await currentLocation() : {};
      setStep('sending');
      await personApi.call('sign', {
        body: {
          signatures: [...signatures],
          consent: { accepted: true, termsVersion: TERMS_VERSION },
        },
        headers,
        idempotencyKey,
      });
      await onSigned();
    } catch (error) {
      if (error instanceof LocationError) setLocationFailure(error.reason);
      else setProblem(asProblem(error));
    } finally {
      setStep('idle');
    }
  }

  return { step, problem, locationFailure, sign };
}
