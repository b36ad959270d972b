import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FileSignature, Hourglass, Link2Off, LogOut } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';

import { PageLoading } from '@/components/app/page-loading.tsx';
import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/skeleton.tsx';
import { askForPerson } from '@/lib/api/across-tabs.ts';
import { personSession } from '@/lib/api/person-session.ts';
import { useDocumentInAddress } from '@/lib/document-in-address.ts';
import { plural } from '@/lib/format.ts';
import { usePersonSession } from '@/lib/use-session.ts';
import { useTitle } from '@/lib/use-title.ts';

import type { Invited } from './code-step-memory.ts';
import type { SigningLink } from './link.ts';
import { isToSign, outcomeOf } from './outcome.ts';
import { forgetProgress } from './progress.ts';
import { signaturesQuery, type LaterRequest, type SigningRequest } from './queries.ts';
import { RequestView } from './request-view.tsx';
import { SigningShell } from './signing-shell.tsx';

// Either who comes says who they are, or they are known: nobody needs both at once.
const loadIdentify = () => import('./identify-page.tsx');
const IdentifyPage = lazy(loadIdentify);
// A failed fetch ahead of time is tried again, and shown, when the page is drawn.
if (personSession.get() === undefined) void loadIdentify().catch(() => undefined);
// The end comes last: what is needed before does not wait for it.
const OutcomeView = lazy(() => import('./outcome-view.tsx'));

/** Where a person reads and signs, reached by the link they were sent. */
export function DocumentPage({ link }: { link: SigningLink }) {
  const session = usePersonSession();
  const { process, person } = link;
  const invited = invitedBy(link);
  const known = session !== undefined && (person === undefined || session.person.personId === person);
  useEffect(() => {
    if (!known && person !== undefined) askForPerson(person);
  }, [known, person]);
  return (
    <SigningShell>
      {known && <Requests personId={session.person.personId} processId={process} reading={link.document} />}
      {!known && invited !== undefined && (
        <Suspense fallback={<PageLoading />}>
          <IdentifyPage key={Object.values(invited).join(' ')} invited={invited} />
        </Suspense>
      )}
      {!known && invited === undefined && <BrokenLink />}
    </SigningShell>
  );
}

function invitedBy({ process, person, domain }: SigningLink): Invited | undefined {
  if (process !== undefined && person !== undefined) return { processId: process, personId: person };
  return domain === undefined ? undefined : { domain };
}

function BrokenLink() {
  useTitle('Link incompleto');
  return (
    <EmptyState
      level="h1"
      icon={<Link2Off />}
      title="Este link está incompleto"
      className="flex-1 justify-center"
    >
      Abra de novo o e-mail do convite e toque no botão, ou copie o endereço inteiro. Se não der certo, peça
      outro link a quem solicitou a assinatura.
    </EmptyState>
  );
}

function Requests({
  personId,
  processId,
  reading,
}: {
  personId: string;
  processId: string | undefined;
  reading: string | undefined;
}) {
  useTitle('Assinar documentos');
  const showDocument = useDocumentInAddress();
  const query = useQuery(signaturesQuery(personId));
  if (query.isPending)
    return (
      <Box>
        <SkeletonRows rows={3} label="Buscando seus documentos…" />
      </Box>
    );
  if (query.data === undefined) {
    return (
      <Box>
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Box>
    );
  }
  const { items, later } = query.data;
  const current = items.find((request) => request.processId === processId);
  const turnLater = later.find((request) => request.processId === processId);
  const others = items.filter((request) => request !== current && request.documents.some(isToSign));
  const outcome = current === undefined ? undefined : outcomeOf(current);
  return (
    <>
      {query.isError && (
        <Box>
          <ProblemCallout
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Box>
      )}
      {turnLater !== undefined && <NotYet request={turnLater} />}
      {current === undefined && turnLater === undefined && (
        <NotAsked linked={processId !== undefined} others={others.length} />
      )}
      {current !== undefined && outcome === 'to-sign' && (
        <RequestView
          key={current.processId}
          request={current}
          personId={personId}
          reading={reading}
          onReading={showDocument}
        />
      )}
      {current !== undefined && outcome !== undefined && outcome !== 'to-sign' && (
        <Suspense
          fallback={
            <Box>
              <SkeletonRows rows={3} label="Buscando seus documentos…" />
            </Box>
          }
        >
          <OutcomeView key={outcome} request={current} outcome={outcome} />
        </Suspense>
      )}
      {others.length > 0 && outcome !== 'to-sign' && <OtherRequests requests={others} personId={personId} />}
    </>
  );
}

function Box({ children }: { children: React.ReactNode }) {
  return <div className="mx-auto w-full max-w-[880px] px-4 pt-8 sm:px-6">{children}</div>;
}

function NotAsked({ linked, others }: { linked: boolean; others: number }) {
  if (others > 0 && !linked) return null;
  return (
    <EmptyState
      level="h1"
      icon={<FileSignature />}
      title={linked ? 'Este pedido não está no seu nome' : 'Nada para assinar agora'}
      action={
        linked ? (
          <Button
            icon={<LogOut />}
            onClick={() => {
              forgetProgress();
              personSession.leave();
            }}
          >
            Entrar com outro CPF
          </Button>
        ) : undefined
      }
      className="flex-1 justify-center"
    >
      {linked
        ? 'O link leva a um processo do qual você não participa, que passou a outra pessoa ou que deixou de existir. Abra o convite mais recente que recebeu ou fale com quem pediu a assinatura.'
        : 'Quando alguém pedir a sua assinatura, o convite chega por e-mail. Você já pode fechar esta página.'}
    </EmptyState>
  );
}

/** Others sign first. */
function NotYet({ request }: { request: LaterRequest }) {
  return (
    <EmptyState
      level="h1"
      icon={<Hourglass />}
      title="Ainda não é a sua vez"
      className="flex-1 justify-center"
    >
      {request.requesterName}, de {request.tenantName}, definiu uma ordem, e outras pessoas assinam antes de
      você. Quando chegar a sua vez, avisamos por e-mail; até lá, você não precisa fazer nada.
    </EmptyState>
  );
}

function OtherRequests({ requests, personId }: { requests: readonly SigningRequest[]; personId: string }) {
  return (
    <section aria-labelledby="outros" className="mx-auto w-full max-w-[640px] px-4 pb-12 sm:px-6">
      <h2 id="outros" className="mb-3 font-semibold">
        Ainda esperam por você
      </h2>
      <ul className="flex flex-col gap-3">
        {requests.map((request) => (
          <li key={request.processId}>
            <Link
              to="/document"
              search={{ process: request.processId, person: personId }}
              className="flex items-center gap-4 card p-4 transition-colors hover:bg-hover/60"
            >
              <div className="min-w-0 flex-1">
                <p className="text-sm font-medium wrap-anywhere">{request.summary}</p>
                <p className="text-[0.8125rem] wrap-anywhere text-muted">
                  {request.companyName} · {plural(request.documents.filter(isToSign).length, 'documento')}
                </p>
              </div>
              <ChevronRight aria-hidden="true" className="size-4 text-subtle" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
