import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { Progress } from '@/components/ui/feedback/progress.tsx';
import { formatNumber, plural } from '@/lib/format/format.ts';
import { rebuildingStore } from '@/lib/polling/rebuilding.ts';
import { anonymousApi } from '@/lib/session/session.ts';

const ASK_AGAIN_MS = 1500;

/** Says how far lists and queries are that are being built from the log, until they are there, and then asks for them. */
export function RebuildNotice() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['read-models'],
    queryFn: ({ signal }) => anonymousApi.call('readModelsStatus', { signal }),
    refetchInterval: ASK_AGAIN_MS,
    staleTime: 0,
  });
  const isOver = data?.rebuilding === false;
  useEffect(() => {
    if (!isOver) return;
    rebuildingStore.end();
    client.removeQueries({ queryKey: ['read-models'] });
    void client.invalidateQueries();
  }, [client, isOver]);
  const { percent = null, eventsLeft = null, secondsLeft = null } = data ?? {};
  return (
    <section
      aria-labelledby="rebuild-title"
      className="fixed inset-x-3 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-40 mx-auto max-w-xl animate-rise rounded-xl border border-line bg-surface p-4 text-sm shadow-float md:bottom-6"
    >
      <h2 id="rebuild-title" className="font-semibold">
        Preparando listas e consultas
      </h2>
      <Progress
        className="mt-3"
        label="Preparo das listas e consultas"
        value={percent === null ? undefined : percent / 100}
      />
      <p className="mt-2 text-muted tabular-nums">{leftText(percent, eventsLeft, secondsLeft)}</p>
      <p className="mt-2 text-muted">
        Depois de uma atualização, elas são refeitas a partir do registro e aparecem aqui sozinhas. Assinar e
        enviar já funciona, e nada do que foi confirmado se perdeu.
      </p>
    </section>
  );
}

/** "42% · faltam cerca de 158.000 eventos · cerca de 2 minutos". */
function leftText(percent: number | null, eventsLeft: number | null, secondsLeft: number | null): string {
  if (percent === null) return 'Começando…';
  const parts = [`${percent}%`];
  if (eventsLeft === 0) return [...parts, 'últimos ajustes'].join(' · ');
  if (eventsLeft !== null) parts.push(`faltam cerca de ${formatNumber(rounded(eventsLeft))} eventos`);
  if (secondsLeft !== null) parts.push(`cerca de ${durationText(secondsLeft)}`);
  return parts.join(' · ');
}

/** To two digits: it is an estimate. */
function rounded(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.round(count / unit) * unit;
}

function durationText(seconds: number): string {
  if (seconds < 90) return plural(Math.max(5, Math.ceil(seconds / 5) * 5), 'segundo');
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minuto') : plural(Math.round(minutes / 60), 'hora');
}
