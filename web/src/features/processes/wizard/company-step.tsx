import { formatCnpj, stripCnpj } from '@lacre/contracts/brazil';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { MaskedField, TextField } from '@/components/form/fields.tsx';
import { cnpjRules, required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { Combobox } from '@/components/ui/combobox.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { useMayEditCompanies } from '@/features/companies/companies-page.tsx';
import { KnownCompanyLink } from '@/features/companies/known-company-link.tsx';
import { companyQueries } from '@/features/companies/queries.ts';
import { api } from '@/lib/api/session.ts';
import { useDebounced } from '@/lib/use-debounced.ts';

import type { Draft } from './draft.ts';
import type { ChangeDraft } from './use-draft.ts';

/** How many companies the search offers at a time. */
const OFFERED = 8;

/** Second step: whose process it is. */
export function CompanyStep({
  draft,
  change,
  error,
}: {
  draft: Draft;
  change: ChangeDraft;
  error: string | undefined;
}) {
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  const search = useDebounced(text.trim());
  const query = useQuery(
    companyQueries.list({ filter: 'active', ...(search === '' ? {} : { search }) }, OFFERED),
  );
  const mayCreate = useMayEditCompanies();
  const place = useFocusOnExchange(draft.company === null);
  const choose = (company: NonNullable<Draft['company']>) => {
    change(() => ({ company }));
    setText('');
  };

  if (draft.company !== null) {
    return (
      <div
        ref={place}
        className="flex flex-wrap items-center gap-4 rounded-xl border border-primary-line bg-primary-soft p-4"
      >
        <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-surface text-primary-ink">
          <Building2 aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-semibold wrap-anywhere">{draft.company.companyName}</p>
          <p className="text-sm text-muted tabular">{formatCnpj(draft.company.cnpj)}</p>
        </div>
        <Button onClick={() => change(() => ({ company: null }))}>Trocar empresa</Button>
      </div>
    );
  }

  return (
    <div ref={place} className="flex flex-col gap-4">
      <Combobox
        label="Buscar empresa"
        placeholder="CNPJ, razão social ou nome fantasia"
        text={text}
        onTextChange={setText}
        busy={query.isFetching}
        settled={search === text.trim() && !query.isPending && !query.isPlaceholderData}
        error={error}
        emptyText={
          query.isError ? 'Não foi possível buscar agora. Tente de novo.' : 'Nenhuma empresa encontrada.'
        }
        options={(query.data?.items ?? []).map((company) => ({
          id: company.companyId,
          label: company.companyName,
          detail: formatCnpj(company.cnpj),
        }))}
        onChoose={(id) => {
          const company = query.data?.items.find((item) => item.companyId === id);
          if (company) choose({ companyId: id, companyName: company.companyName, cnpj: company.cnpj });
        }}
        {...(mayCreate ? { createLabel: 'Cadastrar nova empresa', onCreate: () => setCreating(true) } : {})}
      />
      {query.isError && <ProblemCallout error={query.error} onRetry={() => void query.refetch()} />}
      {creating && (
        <CompanyDialog
          initial={text}
          onClose={() => setCreating(false)}
          onCreated={(company) => {
            setCreating(false);
            choose(company);
          }}
        />
      )}
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

/** The least that a company needs; the rest is filled in later, at its own page. */
function CompanyDialog({
  initial,
  onClose,
  onCreated,
}: {
  initial: string;
  onClose: () => void;
  onCreated: (company: NonNullable<Draft['company']>) => void;
}) {
  const formId = useId();
  const queryClient = useQueryClient();
  const typedCnpj = stripCnpj(initial);
  const form = useForm({
    defaultValues: { cnpj: typedCnpj ?? '', companyName: typedCnpj === null ? initial.trim() : '' },
    mode: 'onTouched',
  });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { cnpj: values.cnpj, companyName: values.companyName.trim() };
      const { companyId } = await api.call('createCompany', { body, idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: companyQueries.all });
      onCreated({ ...body, companyId });
    },
    fieldOf: { CNPJ_ALREADY_EXISTS: 'cnpj' },
  });
  return (
    <Dialog
      open
      locked={busy}
      unsaved={form.formState.isDirty}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Nova empresa"
      description="Você completa endereço e contatos depois, na página da empresa."
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Cadastrar empresa
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ProblemCallout error={problem} />
        <MaskedField
          form={form}
          name="cnpj"
          mask="cnpj"
          label="CNPJ"
          rules={cnpjRules}
          whenRefused={<KnownCompanyLink form={form} />}
        />
        <TextField
          form={form}
          name="companyName"
          label="Razão social"
          rules={required('a razão social')}
          inputProps={{ maxLength: 200, autoComplete: 'off' }}
        />
      </form>
    </Dialog>
  );
}
