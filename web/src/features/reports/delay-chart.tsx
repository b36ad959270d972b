import { DELAY_CLASSES } from '@lacre/contracts/report-words';

import { formatNumber } from '@/lib/format/format.ts';

import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { FiguresTable } from './charts/figures-table.tsx';
import { withinWhich } from './delays.ts';

/** How many took how long. */
export function DelayChart({
  title,
  counted,
  delays,
  none,
}: {
  title: string;
  /** "das pessoas", "dos processos". */
  counted: string;
  /** By class of `DELAY_CLASSES`. */
  delays: readonly number[];
  /** Said while there are none. */
  none: string;
}) {
  const [half, most] = [withinWhich(delays, 0.5), withinWhich(delays, 0.9)];
  const total = delays.reduce((sum, count) => sum + count, 0);
  const rows = DELAY_CLASSES.map(({ label }, index) => ({ key: label, label, count: delays[index] ?? 0 }));
  return (
    <ChartCard
      title={title}
      text={half === undefined ? none : `Metade ${counted}: ${half}. Nove em cada dez: ${most ?? half}.`}
      table={
        total === 0 ? undefined : (
          <FiguresTable
            caption={title}
            head={['Tempo', 'Quantidade', 'Parte do total']}
            rows={rows.map(({ key, label, count }) => ({
              key,
              name: label,
              figures: [formatNumber(count), `${formatNumber(Math.round((count / total) * 100))} %`],
            }))}
          />
        )
      }
    >
      {total > 0 && (
        <BarList
          label={title}
          bars={rows.map(({ key, label, count }) => ({ key, name: label, value: count }))}
        />
      )}
    </ChartCard>
  );
}
