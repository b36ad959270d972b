import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { PageHeader } from '@/components/app/page-header.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { toast } from '@/components/ui/toast.ts';
import { api } from '@/lib/api/session.ts';
import { formatDateTime } from '@/lib/format.ts';

import { useMayEditCompanies } from './companies-page.tsx';
import { companyBody } from './company-form-values.ts';
import { CompanyForm } from './company-form.tsx';
import { companyQueries } from './queries.ts';

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

/** One company, seen and edited. */
export function CompanyPage({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: company } = useSuspenseQuery(companyQueries.detail(companyId));
  const mayEdit = useMayEditCompanies();
  return (
    <>
      <PageHeader
        title={company.companyName}
        breadcrumb={BREADCRUMB}
        extra={
          <Badge tone={company.active ? 'success' : 'neutral'}>{company.active ? 'Ativa' : 'Inativa'}</Badge>
        }
      />
      <div className="pt-6">
        {!mayEdit && (
          <Callout tone="info" className="mb-4">
            Você pode ver esta empresa, mas não alterá-la. Fale com seu supervisor.
          </Callout>
        )}
        <fieldset disabled={!mayEdit} className="min-w-0">
          <CompanyForm
            key={company.editedAt}
            company={company}
            onCancel={() => void navigate({ to: '/companies' })}
            onSave={async (values, idempotencyKey) => {
              await api.call('editCompany', {
                params: { companyId },
                body: companyBody(values, company),
                idempotencyKey,
              });
              await queryClient.invalidateQueries({ queryKey: companyQueries.all });
              toast.success('Alterações salvas');
            }}
          />
        </fieldset>
        <p className="text-xs text-subtle">
          Cadastrada em {formatDateTime(company.createdAt)}; última alteração em{' '}
          {formatDateTime(company.editedAt)}.
        </p>
      </div>
    </>
  );
}
