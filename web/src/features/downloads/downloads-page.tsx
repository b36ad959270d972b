import { DOWNLOAD_LIFE_DAYS } from '@lacre/contracts/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download as DownloadIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { ListBody } from '@/components/list/list-body.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import {
  downloadQueries,
  isUnderway,
  type Download,
  type DownloadSearch,
} from '@/entities/download/queries.ts';
import { newIntent } from '@/lib/api/client.ts';
import { downloadFile } from '@/lib/api/download.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

import { DownloadRow } from './download-row.tsx';

/** The zips that the user asked for: on their way, ready, or gone. */
export function DownloadsPage({
  search,
  onSearch,
}: {
  search: DownloadSearch;
  onSearch: (next: DownloadSearch) => void;
}) {
  const query = useQuery(downloadQueries.list(search));
  const { busy, fetchZip, askAgain } = useActions();
  return (
    <>
      <PageHeader
        title="Downloads"
        help={
          <>
            <p>Aqui ficam os arquivos zip que você pediu, cada um com os documentos selados que escolheu.</p>
            <p>
              Quando um fica pronto, você recebe um email e tem {DOWNLOAD_LIFE_DAYS} dias para baixá-lo.
              Depois ele é apagado; os documentos continuam guardados, e você pode pedir outro.
            </p>
          </>
        }
      />
      <Announcement items={query.data?.items} />
      <div className="py-5">
        <ListBody
          query={query}
          page={search.page ?? 1}
          onPageChange={(page) => onSearch({ page })}
          empty={<NoDownloads />}
        >
          {(downloads) => (
            <ul aria-label="Downloads" className="flex flex-col gap-3">
              {downloads.map((download) => (
                <DownloadRow
                  key={download.downloadId}
                  download={download}
                  busy={busy === download.downloadId}
                  onFetch={() => void fetchZip(download)}
                  onAskAgain={() => void askAgain(download)}
                />
              ))}
            </ul>
          )}
        </ListBody>
      </div>
    </>
  );
}

function NoDownloads() {
  return (
    <EmptyState
      icon={<DownloadIcon />}
      title="Nenhum download ainda"
      action={
        <Button asChild variant="primary">
          <Link to="/processes">Ver processos</Link>
        </Button>
      }
    >
      Escolha processos na lista, ou abra um e use “Baixar todos”, para receber os documentos selados num só
      arquivo.
    </EmptyState>
  );
}

/** Announces to screen readers that something on the list became ready. */
function Announcement({ items }: { items: readonly Download[] | undefined }) {
  const underway = useRef<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');
  useEffect(() => {
    if (items === undefined) return;
    const ready = items.filter(
      ({ downloadId, state }) => state === 'ready' && underway.current.has(downloadId),
    );
    underway.current = new Set(items.filter(isUnderway).map(({ downloadId }) => downloadId));
    if (ready.length > 0) setText(`Pronto para baixar: ${ready.map((one) => one.description).join(', ')}`);
  }, [items]);
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

/** Fetching a zip, and asking anew for one that is gone. */
function useActions() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  /** One intention for each download that is asked for again, whatever happens to the request. */
  const intents = useRef(new Map<string, string>());

  async function fetchZip({ downloadId, description }: Download): Promise<void> {
    setBusy(downloadId);
    try {
      await downloadFile(api, 'downloadArchive', { downloadId }, `${description}.zip`);
    } catch (error) {
      toast.error('Não foi possível baixar', { description: asProblem(error).title });
      await queryClient.invalidateQueries({ queryKey: downloadQueries.all });
    } finally {
      setBusy(undefined);
    }
  }

  async function askAgain({ downloadId, processIds, description }: Download): Promise<void> {
    const idempotencyKey = intents.current.get(downloadId) ?? newIntent();
    intents.current.set(downloadId, idempotencyKey);
    try {
      await api.call('requestDownload', { idempotencyKey, body: { processIds, description } });
      intents.current.delete(downloadId);
      toast.success('Download pedido', { description: 'Você receberá um email quando estiver pronto.' });
    } catch (error) {
      toast.error('Não foi possível pedir o download', { description: asProblem(error).title });
    }
    await queryClient.invalidateQueries({ queryKey: downloadQueries.all });
  }

  return { busy, fetchZip, askAgain };
}
