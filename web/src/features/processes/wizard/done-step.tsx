import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleCheck, Clock, Mail, MailCheck, MailX, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { processQueries, type ProcessParticipant } from '@/entities/process/queries.ts';
import { signingLink } from '@/entities/process/signing-link.ts';
import { partWords } from '@/i18n/vocabulary.ts';

const INVITATIONS: Record<
  ProcessParticipant['invitation'],
  { icon: typeof Mail; text: string; ink: string }
> = {
  'waiting-turn': { icon: Clock, text: 'Convite quando chegar a vez', ink: 'text-muted' },
  queued: { icon: Mail, text: 'Convite a caminho', ink: 'text-muted' },
  sent: { icon: MailCheck, text: 'Convite enviado', ink: 'text-success' },
  undeliverable: { icon: MailX, text: 'O email recusou o convite: envie o link', ink: 'text-danger' },
};

/** Last step: it is done, and this is what happens next. */
export function DoneStep({
  processId,
  count,
  onAnother,
}: {
  processId: string;
  /** How many processes were created; `processId` is the first of them. */
  count: number;
  onAnother: () => void;
}) {
  const query = useQuery(processQueries.detail(processId));
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that created it is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="card p-6 sm:p-8">
      <div className="flex flex-col items-center text-center">
        <CircleCheck aria-hidden="true" className="size-12 text-success" strokeWidth={1.6} />
        <h2 ref={heading} tabIndex={-1} className="mt-4 text-2xl font-semibold outline-none">
          {count === 1 ? 'Processo criado' : `${count} processos criados`}
        </h2>
        <p className="mt-2 max-w-md text-muted">
          Cada participante recebe um email com seu link{count === 1 ? '' : ' para cada processo'}. Avisamos
          você quando tudo estiver assinado e selado.
        </p>
      </div>
      <div className="mt-8">
        {query.isPending && <SkeletonRows rows={2} />}
        {query.isError && <ProblemCallout error={query.error} onRetry={() => void query.refetch()} />}
        {query.data !== undefined && (
          <ul aria-label="Convites" className="divide-y divide-line rounded-xl border border-line">
            {query.data.participants.map((participant) => (
              <Invitation key={participant.personId} processId={processId} participant={participant} />
            ))}
          </ul>
        )}
      </div>
      <div className="mt-8 flex flex-col-reverse justify-center gap-2 sm:flex-row">
        <Button icon={<Plus />} onClick={onAnother}>
          Criar outro processo
        </Button>
        <Button asChild variant="primary">
          {count === 1 ? (
            <Link to="/processes/$processId" params={{ processId }}>
              Acompanhar processo
              <ArrowRight />
            </Link>
          ) : (
            <Link to="/processes" search={{ filter: 'pending' }}>
              Acompanhar processos
              <ArrowRight />
            </Link>
          )}
        </Button>
      </div>
    </div>
  );
}

function Invitation({ processId, participant }: { processId: string; participant: ProcessParticipant }) {
  const invitation = INVITATIONS[participant.invitation];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3 sm:px-4">
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="font-medium wrap-anywhere">{participant.name}</p>
        <p className="wrap-anywhere text-muted">
          {partWords[participant.part].label} · {participant.email}
        </p>
      </div>
      <span className={`inline-flex items-center gap-1.5 text-[0.8125rem] ${invitation.ink}`}>
        <invitation.icon aria-hidden="true" className="size-4" />
        {invitation.text}
      </span>
      <CopyButton text={signingLink(processId, participant.personId)} label="Copiar link" />
    </li>
  );
}
