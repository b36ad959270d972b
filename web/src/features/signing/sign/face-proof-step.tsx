import { useState } from 'react';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';

import { ActCodeStep } from './act-code-step.tsx';
import type { ProofStepProps } from './proofs.ts';

// Camera and overlay are fetched when a face is asked for, and only then.
const FaceStep = lazyPart(
  () => import('@/features/signing/face/face-step.tsx'),
  (code) => code.FaceStep,
  <Spinner />,
);

/** The signer's face; or the code that the requester takes instead. */
export function FaceProofStep({ requirements, documents, refused, onProven }: ProofStepProps) {
  const [byCode, setByCode] = useState(false);
  const { code, faceOrCode } = requirements;
  if (byCode) return <ActCodeStep {...{ requirements, documents, refused, onProven }} />;
  // A code that is asked for anyway does for both.
  const fallback = () => (code === true ? onProven({}) : setByCode(true));
  return (
    <FaceStep
      requirements={requirements}
      signatureIds={documents.map(({ signatureId }) => signatureId)}
      refused={refused}
      onProof={(face) => onProven({ body: { face } })}
      onFallback={faceOrCode === true ? fallback : undefined}
    />
  );
}
