import { BookOpen, MessageCircleQuestion, PenLine } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { awaitsActCode } from '@/features/signing/identify/code-step-memory.ts';
import { ConsentStatement } from '@/features/signing/identify/terms-link.tsx';
import { isToSign } from '@/features/signing/outcome/outcome.ts';
import { actOf, type NextStep } from '@/features/signing/request/next-step.ts';
import { note, useProgress, type Mark } from '@/features/signing/request/progress.ts';
import type { SigningDocument, SigningRequest } from '@/features/signing/request/queries.ts';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';

import { proofsAsked } from './proofs.ts';
import { useSign } from './use-sign.ts';

// Only some processes ask for proofs at the act itself.
const ProofDialog = lazyDialog(
  () => import('./proof-dialog.tsx'),
  (code) => code.default,
);

/** At the foot of the page, always in sight: what is left to do, and the one button that does it. */
export function SignPanel({
  request,
  chosen,
  step,
  mark,
  onRead,
  onAnswer,
  onReject,
  onSigned,
  onStale,
}: {
  request: SigningRequest;
  chosen: readonly SigningDocument[];
  step: NextStep;
  mark: Mark;
  onRead: (document: SigningDocument) => void;
  onAnswer: (document: SigningDocument) => void;
  /** Undefined where there is nothing to refuse. */
  onReject: (() => void) | undefined;
  onSigned: () => Promise<void>;
  /** What is shown is no longer so. */
  onStale: () => Promise<void>;
}) {
  const progress = useProgress();
  const act = actOf(chosen);
  const consent = progress.consentTo === act;
  const declared = request.declaration === null || progress.declaredFor === act;
  const [asked, setAsked] = useState(false);
  const { busy, problem, sign } = useSign({ onSigned, onStale });
  const proofs = proofsAsked(request.requirements);
  // Back from the mail app, or from a page that was thrown away: where the code is to be typed.
  const [proving, setProving] = useState(
    () => step.kind === 'sign' && consent && proofs.length > 0 && awaitsActCode(),
  );

  function confirm(): void {
    setAsked(true);
    if (!declared) {
      document.getElementById('assinatura-a-rogo')?.focus();
      return;
    }
    if (!consent) return;
    if (proofs.length > 0) setProving(true);
    else void sign({ documents: chosen, declaration: request.declaration, progress, mark, parts: [] });
  }

  return (
    <section
      aria-label={say('Próximo passo')}
      data-sign-panel=""
      className="sticky bottom-0 z-10 border-t border-line bg-surface/95 shadow-[0_-8px_24px_rgb(23_20_48/0.06)] backdrop-blur-md short:static"
    >
      <div className="mx-auto flex w-full max-w-[880px] flex-col gap-3 px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
        {step.kind === 'choose' && (
          <p className="text-sm text-muted">{say('Marque ao menos um documento para assinar.')}</p>
        )}
        {step.kind === 'read' && (
          <Done
            value={step.done}
            of={chosen.length}
            label={say('Documentos lidos')}
            words={say(
              chosen.length === 1 ? '{0} de {1} lido' : '{0} de {1} lidos',
              step.done,
              chosen.length,
            )}
          />
        )}
        {step.kind === 'answer' && (
          <Done
            value={step.done}
            of={step.of}
            label={say('Perguntas respondidas')}
            words={say(
              step.of === 1 ? '{0} de {1} respondida' : '{0} de {1} respondidas',
              step.done,
              step.of,
            )}
          />
        )}
        {step.kind === 'sign' && (
          <>
            {!proving && <ProblemCallout error={problem} />}
            {asked && !declared && (
              <p role="alert" className="text-[0.8125rem] text-danger">
                {say('Falta a sua declaração sobre a assinatura a rogo.')}
              </p>
            )}
            <Consent
              checked={consent}
              missing={asked && !consent}
              onChange={(checked) => note(() => ({ consentTo: checked ? act : undefined }))}
            />
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3 *:only:ml-auto">
          {onReject !== undefined && (
            <Button variant="dangerGhost" flush="start" onClick={onReject} disabled={busy}>
              {say('Recusar')}
            </Button>
          )}
          {step.kind === 'read' && (
            <Button variant="primary" size="lg" icon={<BookOpen />} onClick={() => onRead(step.document)}>
              {step.done === 0 ? say('Ler antes de assinar') : say('Ler o próximo')}
            </Button>
          )}
          {step.kind === 'answer' && (
            <Button
              variant="primary"
              size="lg"
              icon={<MessageCircleQuestion />}
              onClick={() => onAnswer(step.document)}
            >
              {step.of === 1 ? say('Responder a pergunta') : say('Responder a próxima')}
            </Button>
          )}
          {(step.kind === 'sign' || step.kind === 'choose') && (
            <Button
              variant="primary"
              size="lg"
              icon={<PenLine />}
              busy={busy}
              disabled={step.kind === 'choose'}
              onClick={confirm}
            >
              {busy ? say('Assinando…') : signLabel(chosen.length, request.documents.filter(isToSign).length)}
            </Button>
          )}
        </div>
      </div>
      {proving && (
        <ProofDialog
          proofs={proofs}
          requirements={request.requirements}
          documents={chosen}
          onSign={(parts) =>
            sign({ documents: chosen, declaration: request.declaration, progress, mark, parts })
          }
          onClose={() => setProving(false)}
        />
      )}
    </section>
  );
}

function signLabel(count: number, pending: number): string {
  if (count < 2) return say('Assinar documento');
  return count === pending
    ? say('Assinar todos ({0})', count)
    : say('Assinar {0}', counted(count, 'documento'));
}

function Done({ value, of, label, words }: { value: number; of: number; label: string; words: string }) {
  return (
    <div className="flex items-center gap-3">
      <Progress value={value / of} label={label} className="flex-1" />
      <p className="shrink-0 text-[0.8125rem] text-muted tabular">{words}</p>
    </div>
  );
}

function Consent({
  checked,
  missing,
  onChange,
}: {
  checked: boolean;
  missing: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        checked={checked}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? 'falta-aceite' : undefined}
        onChange={(event) => onChange(event.target.checked)}
        label={<ConsentStatement />}
      />
      {missing && (
        <p id="falta-aceite" role="alert" className="text-[0.8125rem] text-danger">
          {say('É preciso aceitar os termos para assinar.')}
        </p>
      )}
    </div>
  );
}
