import {
  CircleCheck,
  Clock,
  Download as DownloadIcon,
  FileArchive,
  Hourglass,
  Loader,
  RotateCw,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { isUnderway, type Download } from '@/entities/download/queries.ts';
import { downloadStates } from '@/i18n/account-words.ts';
import { formatBytes, formatDateTime, plural } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';

const icons: Record<Download['state'], ReactNode> = {
  queued: <Clock aria-hidden="true" />,
  preparing: <Loader aria-hidden="true" className="animate-spin" />,
  retrying: <RotateCw aria-hidden="true" />,
  ready: <CircleCheck aria-hidden="true" />,
  expired: <Hourglass aria-hidden="true" />,
};

/** One download: what it is, where it stands, and what can be done with it. */
export function DownloadRow({
  download,
  busy,
  onFetch,
  onAskAgain,
}: {
  download: Download;
  /** It is being fetched now. */
  busy: boolean;
  onFetch: () => void;
  onAskAgain: () => void;
}) {
  const { description, state, fileCount, sizeBytes, requestedAt } = download;
  const word = downloadStates[state];
  return (
    <li className="card p-5 sm:px-6">
      <div className="flex items-start gap-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-primary-soft text-primary-ink max-sm:hidden">
          <FileArchive aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="min-w-0 font-medium break-words">{description}</h2>
            <Badge tone={word.tone} icon={icons[state]}>
              {word.label}
            </Badge>
          </div>
          <p className="mt-1 text-sm text-muted">
            {plural(fileCount, 'documento')} · {formatBytes(sizeBytes)} ·{' '}
            <time dateTime={requestedAt} title={formatDateTime(requestedAt)}>
              {askedWhen(requestedAt)}
            </time>
          </p>
          {isUnderway(download) && <Underway download={download} />}
          <Until download={download} />
          {state === 'ready' && (
            <Button
              size="sm"
              variant="primary"
              icon={<DownloadIcon />}
              busy={busy}
              onClick={onFetch}
              aria-label={`Baixar ${description}`}
              className="mt-4"
            >
              Baixar
            </Button>
          )}
          {state === 'expired' && (
            <Button
              size="sm"
              icon={<RotateCw />}
              onClick={onAskAgain}
              aria-label={`Pedir de novo ${description}`}
              className="mt-4"
            >
              Pedir de novo
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** "pedido há 5 minutos", "pedido em 20/11/2026". */
function askedWhen(moment: string): string {
  const when = formatRelative(moment);
  return /^\d/.test(when) ? `pedido em ${when}` : `pedido ${when}`;
}

function Underway({ download: { state, description, progress, problem } }: { download: Download }) {
  const label = `Preparo de ${description}`;
  return (
    <div className="mt-3 max-w-lg">
      <div className="flex items-center gap-3">
        <Progress
          label={label}
          value={state === 'preparing' ? progress / 100 : undefined}
          className="flex-1"
        />
        {state === 'preparing' && (
          <span aria-hidden="true" className="w-10 text-right text-[0.8125rem] text-muted tabular">
            {progress}%
          </span>
        )}
      </div>
      <p className={`mt-2 text-[0.8125rem] ${state === 'retrying' ? 'text-warning' : 'text-subtle'}`}>
        {state === 'retrying'
          ? `${problem ?? 'A última tentativa não deu certo.'} Tentamos de novo sozinhos.`
          : 'Pode sair desta página: avisamos por email quando estiver pronto.'}
      </p>
    </div>
  );
}

function Until({ download: { state, expiresAt } }: { download: Download }) {
  if (expiresAt === null) return null;
  const when = (
    <time dateTime={expiresAt} className="tabular">
      {formatDateTime(expiresAt)}
    </time>
  );
  return (
    <p className="mt-2 text-[0.8125rem] text-subtle">
      {state === 'expired' ? (
        <>Esteve disponível até {when}. O arquivo foi apagado; os documentos continuam guardados.</>
      ) : (
        <>Disponível até {when}</>
      )}
    </p>
  );
}
