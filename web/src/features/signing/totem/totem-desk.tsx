import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FileCheck, FileSignature } from 'lucide-react';
import { Suspense, useState } from 'react';

import { PageLoading } from '@/components/page/page-loading.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { ShowTerms } from '@/features/signing/identify/terms-link.tsx';
import { isToSign, outcomeOf } from '@/features/signing/outcome/outcome.ts';
import { signaturesQuery, type SigningRequest } from '@/features/signing/request/queries.ts';
import { RequestView } from '@/features/signing/request/request-view.tsx';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import type { PersonSession } from '@/lib/session/person-session.ts';

import { TotemDone } from './totem-done.tsx';
import { useArrival } from './use-arrival.ts';

const TotemTerms = lazyDialog(
  () => import('./totem-terms.tsx'),
  (code) => code.default,
);

/** Everything that the person is asked to sign, one request after another, as they sign it anywhere. */
export function TotemDesk({ person, onEnd }: { person: PersonSession['person']; onEnd: () => void }) {
  /** The process they are at. */
  const [chosen, setChosen] = useState<string>();
  const query = useQuery(signaturesQuery(person.personId));
  const [reading, setReading] = useState<string>();
  const [terms, setTerms] = useState(false);
  const current = query.data?.items.find((code) => code.processId === chosen);
  const outcome = current === undefined ? undefined : outcomeOf(current);
  const isOver = outcome !== 'to-sign';
  useArrival(query.data && `${current?.processId ?? 'choice'} ${isOver ? 'over' : 'open'}`);
  if (query.data === undefined) {
    return (
      <div className="mx-auto w-full max-w-[880px] px-4 pt-10 sm:px-8">
        {query.isPending ? (
          <SkeletonRows rows={3} label={say('Buscando seus documentos…')} />
        ) : (
          <ProblemCallout
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </div>
    );
  }
  const open = query.data.items.filter((request) => request.documents.some(isToSign));
  // One request alone needs no choice; the one they are at stays, whatever comes of it.
  const [only] = open.length === 1 ? open : [];
  if (chosen === undefined && only !== undefined) setChosen(only.processId);
  if (current === undefined || outcome === undefined)
    return <Choice person={person} requests={open} onChoose={setChosen} onEnd={onEnd} />;
  if (outcome !== 'to-sign') {
    return (
      <TotemDone
        key={current.processId}
        request={current}
        outcome={outcome}
        others={open.length}
        onNext={() => setChosen(undefined)}
        onEnd={onEnd}
      />
    );
  }
  return (
    <ShowTerms value={() => setTerms(true)}>
      <Suspense fallback={<PageLoading />}>
        <RequestView
          key={current.processId}
          request={current}
          personId={person.personId}
          reading={reading}
          onReading={setReading}
        />
        {terms && <TotemTerms onClose={() => setTerms(false)} />}
      </Suspense>
    </ShowTerms>
  );
}

function Choice({
  person,
  requests,
  onChoose,
  onEnd,
}: {
  person: PersonSession['person'];
  requests: readonly SigningRequest[];
  onChoose: (processId: string) => void;
  onEnd: () => void;
}) {
  const [first = ''] = person.name.split(' ');
  if (requests.length === 0) {
    return (
      <section className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center gap-4 px-4 py-10 text-center">
        <span className="flex size-24 items-center justify-center rounded-full bg-primary-soft text-primary-ink">
          <FileCheck aria-hidden="true" className="size-12" strokeWidth={1.8} />
        </span>
        <h1 className="mt-2 text-3xl font-semibold">{say('Nada para assinar agora, {0}', first)}</h1>
        <p className="text-muted sm:text-lg">
          {say('Quando alguém pedir a sua assinatura, o convite chega ao seu email.')}
        </p>
        <Button variant="primary" size="lg" className="mt-6 h-14 w-full max-w-md text-lg" onClick={onEnd}>
          {say('Terminar')}
        </Button>
      </section>
    );
  }
  return (
    <section className="mx-auto w-full max-w-[880px] px-4 py-8 sm:px-8 sm:py-10">
      <h1 className="text-2xl font-semibold sm:text-3xl">{say('Olá, {0}', first)}</h1>
      <p className="mt-2 text-muted sm:text-lg">{say('Escolha o que quer ler e assinar primeiro.')}</p>
      <ul className="mt-6 flex flex-col gap-3">
        {requests.map((request) => (
          <li key={request.processId}>
            <button
              type="button"
              onClick={() => onChoose(request.processId)}
              className="flex w-full items-center gap-4 card p-5 text-left transition-colors hover:bg-hover/60"
            >
              <span
                aria-hidden="true"
                className="flex size-12 shrink-0 items-center justify-center rounded-xl bg-primary-soft text-primary-ink"
              >
                <FileSignature className="size-6" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-lg font-medium wrap-anywhere">{request.summary}</span>
                <span className="block wrap-anywhere text-muted">
                  {request.companyName} · {counted(request.documents.filter(isToSign).length, 'documento')}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-subtle" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
