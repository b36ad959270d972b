import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import type { SigningLink } from '@/features/signing/identify/link.ts';
import { PersonGate } from '@/features/signing/identify/person-gate.tsx';
import { isToSign, outcomeOf } from '@/features/signing/outcome/outcome.ts';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { useDocumentInAddress } from '@/lib/address/document-in-address.ts';
import { formatList } from '@/lib/format/format.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { personSession } from '@/lib/session/person-session.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

import { forgetProgress, useProgress } from './progress.ts';
import { signaturesQuery, type SigningRequest } from './queries.ts';

// Comes while the person says who they are, and at once for a known device.
const RequestView = lazyPart(
  () => import('./request-view.tsx'),
  (code) => code.RequestView,
  <Fetching />,
);
RequestView.prepare();

// The end comes last: what is needed before does not wait for it.
const OutcomeView = lazyPart(
  () => import('@/features/signing/outcome/outcome-view.tsx'),
  (code) => code.default,
  <Fetching />,
);

// What stands there instead of a request, in the few visits that have none.
const NothingToSign = lazyPart(
  () => import('./nothing-to-sign.tsx'),
  (code) => code.NothingToSign,
  <Fetching />,
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
  useTitle(say('Assinar documentos'));
  const showDocument = useDocumentInAddress();
  const query = useQuery(signaturesQuery(personId));
  const { delegated } = useProgress();
  if (query.isPending) return <Fetching />;
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
      {current === undefined && (
        <NothingToSign
          later={turnLater}
          delegate={delegate}
          linked={processId !== undefined}
          others={others.length}
        />
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

function Fetching() {
  return (
    <Box>
      <SkeletonRows rows={3} label={say('Buscando seus documentos…')} />
    </Box>
  );
}

/** Documents that were sent to a contact which this session has not proven. */
function OtherContacts() {
  const { others = [] } = usePersonSession() ?? {};
  if (others.length === 0) return null;
  return (
    <Box>
      <Callout tone="info" title={say('Há documentos enviados a outro contato seu')} className="mb-8">
        <p>
          {say(
            '{0}: para vê-los, entre de novo e escolha esse contato.',
            formatList(others.map(({ masked }) => masked)),
          )}
        </p>
        <Button
          size="sm"
          className="mt-3"
          onClick={() => {
            forgetProgress();
            personSession.leave();
          }}
        >
          {say('Trocar de contato')}
        </Button>
      </Callout>
    </Box>
  );
}

function OtherRequests({ requests, personId }: { requests: readonly SigningRequest[]; personId: string }) {
  return (
    <section aria-labelledby="outros" className="mx-auto w-full max-w-[640px] px-4 pb-12 sm:px-6">
      <h2 id="outros" className="mb-3 font-semibold">
        {say('Ainda esperam por você')}
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
                  {request.companyName} · {counted(request.documents.filter(isToSign).length, 'documento')}
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
