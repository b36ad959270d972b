import { Select } from '@/components/ui/fields/select.tsx';

import {
  monthInShort,
  monthsAsked,
  offeredMonths,
  periodLabels,
  readMonths,
  withMonth,
  type ReportMonths,
} from './months.ts';
import { REPORT_PERIODS, type ReportPeriod, type ReportSearch } from './search.ts';

/** Among the periods: the first and the last month are chosen beside it. */
const FREE = 'meses';

/** The months that the report is about: a usual stretch of them, or any. */
export function PeriodFilter({
  search,
  onSearch,
}: {
  search: ReportSearch;
  onSearch: (next: ReportSearch) => void;
}) {
  const free = readMonths(search);
  const { companyId } = search;
  const asked = (months: Pick<ReportSearch, 'period' | keyof ReportMonths>) =>
    onSearch({ ...months, ...(companyId === undefined ? {} : { companyId }) });
  return (
    <div className="flex flex-wrap gap-3">
      <Select
        aria-label="Período"
        className="min-w-44 flex-1"
        value={free === undefined ? (search.period ?? REPORT_PERIODS[0]) : FREE}
        onChange={({ target }) =>
          asked(target.value === FREE ? monthsAsked(search) : { period: target.value as ReportPeriod })
        }
        options={[
          ...REPORT_PERIODS.map((value) => ({ value, label: periodLabels[value] })),
          { value: FREE, label: 'Escolher os meses' },
        ]}
      />
      {free !== undefined &&
        ENDS.map(({ end, label, before }) => (
          <Select
            key={end}
            aria-label={label}
            className="min-w-36 flex-1"
            value={free[end]}
            onChange={({ target }) => asked(withMonth(free, end, target.value))}
            options={offeredMonths(free[end]).map((value) => ({
              value,
              label: `${before} ${monthInShort(value)}`,
            }))}
          />
        ))}
    </div>
  );
}

const ENDS = [
  { end: 'fromMonth', label: 'Primeiro mês', before: 'de' },
  { end: 'toMonth', label: 'Último mês', before: 'até' },
] as const;
