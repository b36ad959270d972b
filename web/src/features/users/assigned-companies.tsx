import { formatCnpj } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Building2, X } from 'lucide-react';

import { comboboxOf, useTypedSearch } from '@/components/list/typed-search.ts';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { companyQueries } from '@/entities/company/queries.ts';
import { COMPANIES_SEARCHED_BY } from '@/entities/company/searched-by.ts';
import { asProblem } from '@/lib/api/problem.ts';

const SHOWN = 20;

/** The companies that a common user reaches: found by typing, each taken off by its own button. */
export function AssignedCompanies({
  value,
  onChange,
  error,
}: {
  value: readonly string[];
  onChange: (companyIds: string[]) => void;
  error: string | undefined;
}) {
  const typed = useTypedSearch();
  const query = useQuery(companyQueries.list(typed.filter, SHOWN));
  return (
    <section aria-label="Empresas" className="flex flex-col gap-2.5">
      <div>
        <p className="text-sm font-medium">Empresas</p>
        <p className="text-[0.8125rem] text-subtle">
          As que este usuário vê e em nome das quais cria processos.
        </p>
      </div>
      <Combobox
        label="Incluir empresa"
        placeholder={COMPANIES_SEARCHED_BY}
        {...comboboxOf(typed, 'Nenhuma empresa encontrada.', query)}
        error={query.isError ? asProblem(query.error).title : error}
        options={(query.data?.items ?? []).map(({ companyId, companyName, cnpj }) => ({
          id: companyId,
          label: companyName,
          detail: formatCnpj(cnpj),
          disabledReason: value.includes(companyId) ? 'Já incluída' : undefined,
        }))}
        onChoose={(companyId) => {
          onChange([...value, companyId]);
          typed.setText('');
        }}
      />
      {value.length === 0 ? (
        <p className="rounded-xl border border-dashed border-line-strong px-4 py-3 text-sm text-muted">
          Nenhuma empresa ainda: sem elas, o usuário entra mas não vê processos.
        </p>
      ) : (
        <ul aria-label="Empresas incluídas" className="flex flex-col gap-1.5">
          {value.map((companyId) => (
            <Assigned
              key={companyId}
              companyId={companyId}
              onRemove={() => onChange(value.filter((id) => id !== companyId))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Assigned({ companyId, onRemove }: { companyId: string; onRemove: () => void }) {
  const query = useQuery(companyQueries.detail(companyId));
  const name = query.data?.companyName ?? (query.isError ? 'Empresa removida' : undefined);
  return (
    <li className="flex items-center gap-3 rounded-xl border border-line bg-sunken py-1.5 pr-1.5 pl-3.5 text-sm">
      <Building2 aria-hidden="true" className="size-4 shrink-0 text-subtle" />
      {name === undefined ? (
        <Skeleton className="h-4 flex-1" />
      ) : (
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      )}
      <button
        type="button"
        aria-label={`Retirar ${name ?? 'empresa'}`}
        className="flex size-9 shrink-0 items-center justify-center rounded-lg text-subtle hover:bg-hover hover:text-ink"
        onClick={onRemove}
      >
        <X className="size-4" />
      </button>
    </li>
  );
}
