import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FileSignature, Hourglass, LogOut, Send } from 'lucide-react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import type { SigningLink } from '@/features/signing/identify/link.ts';
import { PersonGate } from '@/features/signing/identify/person-gate.tsx';
import { isToSign, outcomeOf } from '@/features/signing/outcome/outcome.ts';
import { useDocumentInAddress } from '@/lib/address/document-in-address.ts';
import { formatList, plural } from '@/lib/format/format.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { personSession } from '@/lib/session/person-session.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

import { forgetProgress, useProgress } from './progress.ts';
import { signaturesQuery, type LaterRequest, type SigningRequest } from './queries.ts';

// Comes while the person says who they are, and at once for a known device.
const RequestView = lazyPart(
  () => import('./request-view.tsx'),
  (code) => code.RequestView,
  <Box>
    <SkeletonRows rows={3} label="Buscando seus documentos…" />
  </Box>,
);
RequestView.prepare();

// The end comes last: what is needed before does not wait for it.
const OutcomeView = lazyPart(
  () => import('@/features/signing/outcome/outcome-view.tsx'),
  (code) => code.default,
  <Box>
    <SkeletonRows rows={3} label="Buscando seus documentos…" />
  </Box>,
);

/** Where a person reads and signs, reached by the link they were sent. */
export function DocumentPage({ link }: { link: SigningLink }) {
  return (
    <PersonGate link={link}>
      {(personId) => <Requests personId={personId} processId={link.process} reading={link.document} />}
    </PersonGate>
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
  const { delegated } = useProgress();
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
  const delegate = current === undefined ? delegated[processId ?? ''] : undefined;
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
      {turnLater !== undefined && <NotYet request={turnLater} others={others.length} />}
      {delegate !== undefined && <HandedOn to={delegate} others={others.length} />}
      {current === undefined && turnLater === undefined && delegate === undefined && (
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
        <OutcomeView key={outcome} request={current} outcome={outcome} />
      )}
      {others.length > 0 && outcome !== 'to-sign' && <OtherRequests requests={others} personId={personId} />}
      <OtherContacts />
    </>
  );
}

function Box({ children }: { children: React.ReactNode }) {
  return <div className="mx-auto w-full max-w-[880px] px-4 pt-8 sm:px-6">{children}</div>;
}

/** Documents that were sent to a contact which this session has not proven. */
function OtherContacts() {
  const { others = [] } = usePersonSession() ?? {};
  if (others.length === 0) return null;
  return (
    <Box>
      <Callout tone="info" title="Há documentos enviados a outro contato seu" className="mb-8">
        <p>
          {formatList(others.map(({ masked }) => masked))}: para vê-los, entre de novo e escolha esse contato.
        </p>
        <Button
          size="sm"
          className="mt-3"
          onClick={() => {
            forgetProgress();
            personSession.leave();
          }}
        >
          Trocar de contato
        </Button>
      </Callout>
    </Box>
  );
}

/** In the middle of the window, or at the head of what else waits. */
const placeOf = (others: number): string => (others > 0 ? 'pt-16 pb-10' : 'flex-1 justify-center');

function NotAsked({ linked, others }: { linked: boolean; others: number }) {
  if (others > 0 && !linked) return null;
  return (
    <EmptyState
      level="h1"
      icon={<FileSignature />}
      title={linked ? 'Este pedido não está nesta sessão' : 'Nada para assinar agora'}
      action={
        linked ? (
          <Button
            icon={<LogOut />}
            onClick={() => {
              forgetProgress();
              personSession.leave();
            }}
          >
            Confirmar de novo quem sou
          </Button>
        ) : undefined
      }
      className={placeOf(others)}
    >
      {linked
        ? 'O convite pode ter sido enviado a outro contato seu: confirme de novo quem você é, e o código vai para o contato deste convite. Se não der certo, o processo passou a outra pessoa ou deixou de existir; fale com quem pediu a assinatura.'
        : 'Quando alguém pedir a sua assinatura, o convite chega por email. Você já pode fechar esta página.'}
    </EmptyState>
  );
}

/** The person handed their signatures on. */
function HandedOn({ to, others }: { to: string; others: number }) {
  return (
    <EmptyState level="h1" icon={<Send />} title="Assinatura encaminhada" className={placeOf(others)}>
      {to} recebe o convite e confirma quem é antes de assinar. Quem pediu a assinatura foi avisado, e você
      recebe um comprovante por email. Você já pode fechar esta página.
    </EmptyState>
  );
}

/** Others sign first. */
function NotYet({ request, others }: { request: LaterRequest; others: number }) {
  return (
    <EmptyState level="h1" icon={<Hourglass />} title="Ainda não é a sua vez" className={placeOf(others)}>
      {request.requesterName}, de {request.tenantName}, definiu uma ordem, e outras pessoas assinam antes de
      você. Quando chegar a sua vez, avisamos por email; até lá, você não precisa fazer nada.
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
