import { formatCnpj } from '@lacre/contracts/brazil';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, CirclePause, EllipsisVertical, FileSignature, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { ListBody } from '@/components/app/list-body.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { DataTable } from '@/components/ui/data-table.tsx';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Tabs } from '@/components/ui/tabs.tsx';
import { toast } from '@/components/ui/toast.ts';
import { CompanyAccess } from '@/features/access/company-access.tsx';
import { processColumns, processLink } from '@/features/processes/process-columns.tsx';
import { processQueries } from '@/features/processes/queries.ts';
import { api } from '@/lib/api/session.ts';
import { formatDateTime } from '@/lib/format.ts';
import { useIsSteward } from '@/lib/use-session.ts';

import { CompanyActionDialog, type CompanyAction } from './company-action-dialog.tsx';
import { companyBody } from './company-form-values.ts';
import { CompanyForm } from './company-form.tsx';
import { COMPANY_TABS, companyQueries, type Company, type CompanyTab } from './queries.ts';

const BREADCRUMB = [{ label: 'Empresas', to: '/companies' }] as const;

/** Registering a company. */
export function NewCompanyPage() {
  const navigate = useNavigate();
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

function CompanyMenu({ company }: { company: Company }) {
  const navigate = useNavigate();
  const [action, setAction] = useState<CompanyAction>();
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label="Mais ações da empresa"
            icon={<EllipsisVertical />}
          />
        }
      >
        {company.active ? (
          <MenuItem icon={<CirclePause />} onSelect={() => setAction('deactivate')}>
            Inativar empresa
          </MenuItem>
        ) : (
          <MenuItem icon={<CircleCheck />} onSelect={() => setAction('activate')}>
            Ativar empresa
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => setAction('remove')}>
          Remover empresa
        </MenuItem>
      </Menu>
      {action !== undefined && (
        <CompanyActionDialog
          company={company}
          action={action}
          onClose={() => setAction(undefined)}
          onRemoved={() => void navigate({ to: '/companies' })}
        />
      )}
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

function CompanyProcesses({ company: { companyId } }: { company: Company }) {
  const [page, setPage] = useState(1);
  const query = useQuery(processQueries.list({ companyId, page }));
  return (
    <ListBody
      query={query}
      page={page}
      onPageChange={setPage}
      empty={
        <EmptyState
          icon={<FileSignature />}
          title="Nenhum processo desta empresa"
          action={
            <Button asChild variant="primary">
              <Link to="/processes/new">Novo processo</Link>
            </Button>
          }
        >
          Os processos em nome dela aparecem aqui.
        </EmptyState>
      }
    >
      {(rows, fading) => (
        <DataTable
          caption="Processos da empresa"
          columns={processColumns.filter(({ id }) => id !== 'company')}
          rows={rows}
          fading={fading}
          rowKey={({ processId }) => processId}
          rowLink={processLink}
        />
      )}
    </ListBody>
  );
}
