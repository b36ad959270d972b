import { formatCnpj } from '@lacre/contracts/brazil';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { PageHeader } from '@/components/page/page-header.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Tabs } from '@/components/ui/display/tabs.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { COMPANY_TABS, companyQueries, type Company, type CompanyTab } from '@/entities/company/queries.ts';
import { processColumns } from '@/entities/process/process-columns.tsx';
import { ProcessesOf } from '@/entities/process/processes-of.tsx';
import { formatDateTime } from '@/lib/format/format.ts';
import { useNavigateHere } from '@/lib/hooks/use-navigate-here.ts';
import { api } from '@/lib/session/session.ts';
import { useIsSteward } from '@/lib/session/use-session.ts';

import { CompanyAccess } from './company-access.tsx';
import { companyBody } from './company-form-values.ts';
import { CompanyForm } from './company-form.tsx';

const CompanyMenu = lazyPart(
  () => import('./company-menu.tsx'),
  (code) => code.CompanyMenu,
);

const BREADCRUMB = [{ label: 'Empresas', to: '/companies' }] as const;

/** Registering a company. */
export function NewCompanyPage() {
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  return (
    <>
      <PageHeader title="Nova empresa" breadcrumb={BREADCRUMB} />
      <div className="pt-6">
        <CompanyForm
          onCancel={() => void navigate({ to: '/companies' })}
          onSave={async (values, idempotencyKey) => {
            await api.call('createCompany', {
              body: { ...companyBody(values), cnpj: values.cnpj },
              idempotencyKey,
            });
            await queryClient.invalidateQueries({ queryKey: companyQueries.all });
            toast.success('Empresa cadastrada');
            void navigate({ to: '/companies' });
          }}
        />
      </div>
    </>
  );
}

/** One company: its data, its processes, and who has access to it. */
export function CompanyPage({
  companyId,
  tab,
  onTab,
}: {
  companyId: string;
  tab: CompanyTab;
  onTab: (tab: CompanyTab) => void;
}) {
  const { data: company } = useSuspenseQuery(companyQueries.detail(companyId));
  const mayEdit = useIsSteward();
  const tabs = [
    { value: 'dados', label: 'Dados', content: <CompanyData company={company} mayEdit={mayEdit} /> },
    { value: 'processos', label: 'Processos', content: <CompanyProcesses company={company} /> },
    ...(mayEdit
      ? [
          {
            value: 'acesso',
            label: 'Acesso',
            content: <CompanyAccess companyId={companyId} companyName={company.companyName} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={company.companyName}
        breadcrumb={BREADCRUMB}
        extra={
          <>
            <Badge tone={company.active ? 'success' : 'neutral'}>
              {company.active ? 'Ativa' : 'Inativa'}
            </Badge>
            {mayEdit && <CompanyMenu company={company} />}
          </>
        }
      />
      <div className="pt-4">
        <Tabs
          label={`Empresa ${formatCnpj(company.cnpj)}`}
          tabs={tabs}
          value={tabs.some(({ value }) => value === tab) ? tab : 'dados'}
          onValueChange={(value) => onTab(COMPANY_TABS.find((each) => each === value) ?? 'dados')}
        />
      </div>
    </>
  );
}

function CompanyData({ company, mayEdit }: { company: Company; mayEdit: boolean }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { companyId } = company;
  return (
    <>
      {!mayEdit && (
        <Callout tone="info" className="mb-4">
          Você pode ver esta empresa, mas não alterá-la. Fale com seu supervisor.
        </Callout>
      )}
      {!company.active && (
        <Callout tone="warning" className="mb-4">
          Esta empresa está inativa: não aparece ao criar processos. Os que ela já tem seguem normalmente.
        </Callout>
      )}
      <CompanyForm
        key={companyId}
        company={company}
        readOnly={!mayEdit}
        onCancel={() => void navigate({ to: '/companies' })}
        onSave={async (values, idempotencyKey) => {
          const { active: _kept, ...body } = companyBody(values);
          await api.call('editCompany', { params: { companyId }, body, idempotencyKey });
          await queryClient.invalidateQueries({ queryKey: companyQueries.all });
          toast.success('Alterações salvas');
        }}
      />
      <p className="pt-4 text-xs text-subtle">
        Cadastrada em {formatDateTime(company.createdAt)}; última alteração em{' '}
        {formatDateTime(company.editedAt)}.
      </p>
    </>
  );
}

const columns = processColumns.filter(({ id }) => id !== 'company');

function CompanyProcesses({ company: { companyId } }: { company: Company }) {
  return (
    <ProcessesOf
      search={{ companyId }}
      caption="Processos da empresa"
      none={{
        title: 'Nenhum processo desta empresa',
        text: 'Os processos em nome dela aparecem aqui.',
      }}
      columns={columns}
    />
  );
}
