import { formatCnpj } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { comboboxOf, useTypedSearch } from '@/components/list/typed-search.ts';
import { Button } from '@/components/ui/actions/button.tsx';
import { Combobox } from '@/components/ui/fields/combobox.tsx';

import { companyQueries } from './queries.ts';
import { COMPANIES_SEARCHED_BY } from './searched-by.ts';

/** How many companies the search offers at a time. */
const OFFERED = 8;

export interface ChosenCompany {
  companyId: string;
  companyName: string;
  cnpj: string;
}

/** One company, found by typing; what is chosen takes the place of the search. */
export function CompanyPicker({
  label,
  chosen,
  onChoose,
  reasonAgainst,
  error,
  changeLabel = 'Trocar empresa',
  createLabel,
  onCreate,
}: {
  label: string;
  chosen: ChosenCompany | null;
  onChoose: (company: ChosenCompany | null) => void;
  /** Why this company cannot be chosen. */
  reasonAgainst?: (companyId: string) => string | undefined;
  error?: string | undefined;
  changeLabel?: string;
  createLabel?: string;
  /** Makes what was not found, from the text typed. */
  onCreate?: (text: string) => void;
}) {
  const typed = useTypedSearch();
  const query = useQuery({
    ...companyQueries.list({ filter: 'active', ...typed.filter }, OFFERED),
    enabled: chosen === null,
  });
  const place = useFocusOnExchange(chosen === null);

  if (chosen !== null) {
    return (
      <div
        ref={place}
        className="flex flex-wrap items-center gap-4 rounded-xl border border-primary-line bg-primary-soft p-4"
      >
        <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-surface text-primary-ink">
          <Building2 aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-semibold wrap-anywhere">{chosen.companyName}</p>
          <p className="text-sm text-muted tabular">{formatCnpj(chosen.cnpj)}</p>
        </div>
        <Button onClick={() => onChoose(null)}>{changeLabel}</Button>
      </div>
    );
  }

  return (
    <div ref={place}>
      <Combobox
        label={label}
        placeholder={COMPANIES_SEARCHED_BY}
        {...comboboxOf(typed, 'Nenhuma empresa encontrada.', query)}
        error={error}
        options={(query.data?.items ?? []).map((company) => ({
          id: company.companyId,
          label: company.companyName,
          detail: formatCnpj(company.cnpj),
          disabledReason: reasonAgainst?.(company.companyId),
        }))}
        onChoose={(companyId) => {
          const company = query.data?.items.find((item) => item.companyId === companyId);
          if (company === undefined) return;
          onChoose({ companyId, companyName: company.companyName, cnpj: company.cnpj });
          typed.setText('');
        }}
        {...(onCreate === undefined
          ? {}
          : { createLabel: createLabel ?? '', onCreate: () => onCreate(typed.text) })}
      />
    </div>
  );
}

/** What is chosen takes the place of the search and the other way round: the focus goes along. */
function useFocusOnExchange(searching: boolean): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(searching);
  useEffect(() => {
    if (before.current !== searching) place.current?.querySelector<HTMLElement>('input, button')?.focus();
    before.current = searching;
  }, [searching]);
  return place;
}
