import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';

import { LeaveGuard } from '@/components/form/leave-guard.tsx';
import { ActionBar } from '@/components/page/action-bar.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Stepper } from '@/components/ui/display/stepper.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { LeftOutFiles } from '@/features/processes/wizard/documents/left-out-files.tsx';
import { mayArrive, useUploads } from '@/features/processes/wizard/documents/use-uploads.ts';
import { DraftConflictCallout, DraftSaving } from '@/features/processes/wizard/draft/draft-saving.tsx';
import {
  afterExpiry,
  missingIn,
  processesOf,
  reachableStep,
  followingSummary,
  withDocument,
} from '@/features/processes/wizard/draft/draft.ts';
import { soleSelf } from '@/features/processes/wizard/draft/myself.ts';
import { draftFrom } from '@/features/processes/wizard/draft/saved-draft.ts';
import { useBeginnings, type Beginnings } from '@/features/processes/wizard/draft/use-beginnings.ts';
import { useDraft } from '@/features/processes/wizard/draft/use-draft.ts';
import { useFilling } from '@/features/processes/wizard/draft/use-filling.ts';
import { useMyself } from '@/features/processes/wizard/draft/use-myself.ts';
import { useOpenedDraft, type AskedDraft } from '@/features/processes/wizard/draft/use-opened-draft.ts';
import { useSoleCompany } from '@/features/processes/wizard/draft/use-sole-company.ts';
import { Problem } from '@/lib/api/problem.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { plural } from '@/lib/format/format.ts';
import { useIsHere } from '@/lib/hooks/use-navigate-here.ts';
import type { CurrentUser } from '@/lib/session/session.ts';

import { FormSections, Section } from './form-sections.tsx';
import { DoneStep, LATER_STEPS, ReviewStep } from './later-steps.tsx';
import { useStepFocus } from './step-heading.tsx';
import { STEPS, type StepId } from './steps.ts';
import { useCreation } from './use-creation.ts';
import { CreateButton, DiscardButton } from './wizard-buttons.tsx';

/** What a field lacks is said at the field. */
const SAID_AT_FIELDS: ReadonlySet<string> = new Set([
  'Inclua ao menos um documento.',
  'Informe o resumo do processo.',
  'Escolha a empresa.',
]);

const placeOf = (step: StepId): number => STEPS.findIndex(({ id }) => id === step);

/**
 * Documents, company and signers on one page, then the review and the end. Which of them is in the address, the draft on
 * the server.
 */
export function NewProcessPage({
  user,
  step: wanted,
  processId,
  count = 1,
  beginnings,
  asked: askedDraft,
}: {
  user: CurrentUser;
  step: StepId;
  /** Of the process just created, at the last step; of several, the first. */
  processId: string | undefined;
  /** How many were created. */
  count?: number | undefined;
  /** What the draft is to begin from, by the address. */
  beginnings: Beginnings;
  /** Which draft. */
  asked: AskedDraft;
}) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const kept = useDraft(user.uid);
  const { draft, store } = kept;
  const { change, discard } = store;
  const creation = useCreation();
  const done = wanted === 'fim' && processId !== undefined;
  // What is being sent is not edited meanwhile, wherever going back has led.
  const asked = creation.busy || wanted === 'fim' ? 'revisao' : wanted;
  const step = done ? 'fim' : asked === 'revisao' ? reachableStep(draft, asked) : asked;
  useSoleCompany(draft, change);
  /** The section whose lack is shown. */
  const [missed, setMissed] = useState<StepId>();
  useStepFocus(step);
  const uploads = useUploads(user.uid, draft.documents, {
    onChosen: (chosen) =>
      change((current) =>
        followingSummary(current, [...current.documents, ...uploads.pending.filter(mayArrive), ...chosen]),
      ),
    onSent: (document) => change((current) => ({ documents: withDocument(current, document) })),
  });
  const filling = useFilling(draft, change, step === 'revisao');
  const beginning = useBeginnings(beginnings, kept, () => goTo('documentos'));
  const myself = useMyself(user, change);
  const opening = useOpenedDraft(store, askedDraft, (opened) => {
    if (opened !== 'present') uploads.clear();
    if (beginnings.alone === true) void myself.include();
    const first = typeof opened === 'string' ? 'documentos' : reachableStep(draftFrom(opened), 'revisao');
    goTo(first, { replace: true });
  });
  useEffect(() => LATER_STEPS.forEach((later) => later.prepare()), []);
  // What would be discarded or gone on with is not what is shown next.
  const busy = creation.busy || opening.busy;
  const index = placeOf(step);
  const sending = uploads.pending.some((item) => item.state.step !== 'failed');
  const left = sending ? [] : uploads.pending;

  function goTo(
    next: StepId,
    { replace = false, ...search }: { process?: string; count?: number; replace?: boolean } = {},
  ): void {
    setMissed(undefined);
    creation.forget();
    void navigate({
      to: '/processes/new',
      replace,
      search: { ...(next === 'documentos' ? {} : { step: next }), ...search },
    });
  }

  /** To the first part that lacks something, and to the review once none does. */
  function advance(): void {
    // Files that could not go are named first, and left out by an act of their own.
    const next = uploads.pending.length > 0 ? 'documentos' : reachableStep(draft, 'revisao');
    if (next !== step) goTo(next);
    // Of a part that comes later nothing was to be expected yet.
    if (next !== 'revisao' && placeOf(next) <= index) setMissed(next);
  }

  function startOver(): void {
    uploads.clear();
    discard();
    goTo('documentos');
  }

  /** Proofs are good for a day: those of a saved draft are renewed, and other files are asked for again. */
  async function askAgain({ fields }: Problem): Promise<void> {
    const refused = fields.map(({ field }) => /^documents\.(\d+)\.proof$/.exec(field)?.[1]).find(Boolean);
    if (refused === undefined) return;
    if (await store.renewProofs(Number(refused))) return create();
    const { documents, expired } = afterExpiry(draft, Number(refused), randomId);
    change(() => ({ documents }));
    uploads.askAgain(expired);
    if (expired.length > 0) goTo('documentos');
  }

  async function create(): Promise<void> {
    const self = soleSelf(draft, user);
    const created = await creation.run(store);
    if (created === undefined) return;
    if (created instanceof Problem) {
      if (created.code === 'UPLOAD_PROOF_INVALID') await askAgain(created);
      return;
    }
    uploads.clear();
    discard();
    const { length } = created.processes;
    if (!isHere()) {
      toast.success(plural(length, 'processo criado', 'processos criados'));
      return;
    }
    if (self !== undefined && length === 1) {
      await navigate({
        to: '/document',
        search: { process: created.processId, person: self.personId },
        replace: true,
      });
      return;
    }
    goTo('fim', { process: created.processId, ...(length > 1 ? { count: length } : {}) });
  }

  const others =
    missed === undefined ? [] : missingIn(draft, missed).filter((text) => !SAID_AT_FIELDS.has(text));
  return (
    <>
      <LeaveGuard
        when={sending}
        title="Sair durante o envio?"
        description="Os arquivos que ainda não terminaram de enviar ficarão de fora."
        confirmLabel="Sair"
        cancelLabel="Continuar enviando"
      />
      <PageHeader
        title="Novo processo"
        breadcrumb={[{ label: 'Processos', to: '/processes' }]}
        extra={!done && !busy && <DiscardButton onDiscard={startOver} />}
      />
      <div className="mx-auto flex max-w-3xl flex-col gap-6 pt-6">
        <Stepper
          label="Passos do novo processo"
          steps={STEPS}
          current={index}
          onStep={done || busy ? undefined : (target) => goTo(STEPS[target]?.id ?? 'documentos')}
        />
        {done ? (
          <DoneStep processId={processId} count={count} onAnother={() => goTo('documentos')} />
        ) : (
          <>
            {kept.conflict !== undefined && (
              <DraftConflictCallout
                conflict={kept.conflict}
                onKeepMine={store.keepMine}
                onTakeTheirs={store.takeTheirs}
              />
            )}
            <ProblemCallout error={beginning.problem} onRetry={beginning.retry} />
            <ProblemCallout error={opening.problem} onRetry={opening.retry} />
            <ProblemCallout error={myself.problem} onRetry={() => void myself.include()} />
            {opening.busy ? (
              <SkeletonRows label="Abrindo o rascunho…" />
            ) : step === 'revisao' ? (
              <Section step="revisao">
                <ReviewStep draft={draft} store={store} filling={filling} onEdit={goTo} />
              </Section>
            ) : (
              <FormSections
                user={user}
                draftId={kept.place.draftId}
                draft={draft}
                change={change}
                uploads={uploads}
                missed={missed}
              />
            )}
            {missed === 'documentos' && sending && (
              <Callout tone="info" live>
                Aguarde o envio dos arquivos terminar.
              </Callout>
            )}
            {missed === 'documentos' && left.length > 0 && missingIn(draft, 'documentos').length === 0 && (
              <LeftOutFiles
                names={left.map(({ name }) => name)}
                included={draft.documents.length}
                onContinue={() => {
                  uploads.clear();
                  goTo(reachableStep(draft, 'revisao'));
                }}
              />
            )}
            {others.length > 0 && (
              <Callout tone="warning" live>
                {others.join(' ')}
              </Callout>
            )}
            <ProblemCallout error={creation.problem} onRetry={() => void create()} retrying={creation.busy} />
            <ActionBar className="items-center justify-between">
              {step === 'revisao' ? (
                <Button
                  size="lg"
                  icon={<ArrowLeft />}
                  aria-label="Voltar"
                  disabled={creation.busy}
                  onClick={() => goTo('signatarios')}
                >
                  <span className="max-sm:hidden">Voltar</span>
                </Button>
              ) : (
                <DraftSaving {...kept} />
              )}
              {step === 'revisao' ? (
                <CreateButton
                  draft={draft}
                  signsNext={soleSelf(draft, user) !== undefined && processesOf(draft) === 1}
                  filling={filling}
                  busy={creation.busy}
                  onCreate={() => void create()}
                />
              ) : (
                <Button variant="primary" size="lg" disabled={opening.busy} onClick={advance}>
                  Continuar
                  <ArrowRight />
                </Button>
              )}
            </ActionBar>
          </>
        )}
      </div>
    </>
  );
}
