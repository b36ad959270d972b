import { useEffect, useRef, useState, type ComponentType } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import type { SigningDocument, SigningRequest } from '@/features/signing/request/queries.ts';
import { say } from '@/i18n/say.ts';
import type { Problem } from '@/lib/api/problem.ts';

import { ActCodeStep } from './act-code-step.tsx';
import { FaceProofStep } from './face-proof-step.tsx';
import { LocationStep } from './location-step.tsx';
import { proofRefused, type Proof, type ProofKind, type ProofStepProps, type ProvenPart } from './proofs.ts';

const STEPS: Record<ProofKind, ComponentType<ProofStepProps>> = {
  code: ActCodeStep,
  location: LocationStep,
  face: FaceProofStep,
};

/** Gathers the proofs an act asks for, one at a time, each explained first; then signs. */
export default function ProofDialog({
  proofs,
  requirements,
  documents,
  onSign,
  onClose,
}: {
  proofs: readonly Proof[];
  requirements: SigningRequest['requirements'];
  documents: readonly SigningDocument[];
  /** The problem it ended in, if it did. */
  onSign: (parts: readonly ProvenPart[]) => Promise<Problem | undefined>;
  onClose: () => void;
}) {
  const [given, setGiven] = useState<ReadonlyMap<ProofKind, ProvenPart>>(new Map());
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  // What is being sent, for a retry of the very same act.
  const parts = useRef<readonly ProvenPart[]>([]);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const missing = proofs.find(({ kind }) => !given.has(kind));
  const refused = problem === undefined ? undefined : proofRefused(proofs, problem.code);

  async function send(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const failed = await onSign(parts.current);
    if (failed === undefined) return onClose();
    const wrong = proofRefused(proofs, failed.code);
    if (wrong !== undefined) setGiven((before) => without(before, wrong.kind));
    setProblem(failed);
    setBusy(false);
  }

  function take(kind: ProofKind, part: ProvenPart): void {
    // A closed dialog signs nothing, though the device may answer only now.
    if (!isOpen.current) return;
    const now = new Map(given).set(kind, part);
    setGiven(now);
    setProblem(undefined);
    if (proofs.some((proof) => !now.has(proof.kind))) return;
    parts.current = [...now.values()];
    void send();
  }

  if (missing === undefined) {
    return (
      <Dialog open onOpenChange={onClose} title={say('Assinando')} locked={busy}>
        {busy ? (
          <output className="flex items-center gap-3 py-2 text-sm text-muted">
            <Spinner /> {say('Registrando a sua assinatura…')}
          </output>
        ) : (
          <ProblemCallout error={problem} onRetry={() => void send()} />
        )}
      </Dialog>
    );
  }
  const Step = STEPS[missing.kind];
  const number = proofs.indexOf(missing) + 1;
  return (
    <Dialog
      key={missing.kind}
      open
      onOpenChange={onClose}
      title={say(missing.title)}
      description={say(missing.why)}
      scrollsWhole
      footer={<Button onClick={onClose}>{say('Agora não')}</Button>}
    >
      {proofs.length > 1 && (
        <p className="mb-3 text-[0.8125rem] text-subtle tabular">
          {say('Passo {0} de {1}', number, proofs.length)}
        </p>
      )}
      <Step
        requirements={requirements}
        documents={documents}
        refused={refused?.kind === missing.kind ? problem?.title : undefined}
        onProven={(part) => take(missing.kind, part)}
      />
    </Dialog>
  );
}

function without(
  given: ReadonlyMap<ProofKind, ProvenPart>,
  kind: ProofKind,
): ReadonlyMap<ProofKind, ProvenPart> {
  const rest = new Map(given);
  rest.delete(kind);
  return rest;
}
