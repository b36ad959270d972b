import { formatCnpj } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, CircleCheck, CirclePause, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ListPage } from '@/components/list/list-page.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import type { Column } from '@/components/ui/tables/data-table.tsx';
import type { CompanyFilter } from '@/entities/company/filters.ts';
import { companyQueries, type Company } from '@/entities/company/queries.ts';
import { COMPANIES_SEARCHED_BY } from '@/entities/company/searched-by.ts';
import type { ListSearch } from '@/lib/address/list-search.ts';
import { masks } from '@/lib/input/masks.ts';
import { useIsSteward } from '@/lib/session/use-session.ts';

import { CompanyActionDialog, type CompanyAction } from './company-action-dialog.tsx';

const FILTERS = {
  label: 'Mostrar empresas',
  name: 'company-filter',
  options: [
    { value: 'all', label: 'Todas' },
    { value: 'active', label: 'Ativas' },
    { value: 'inactive', label: 'Inativas' },
  ],
} as const;

const columns: readonly Column<Company>[] = [
  {
    id: 'name',
    header: 'Empresa',
    primary: true,
    className: 'max-w-72',
    cell: (company) => <span className="wrap-anywhere">{company.companyName}</span>,
  },
  {
    id: 'trading',
    header: 'Nome fantasia',
    className: 'max-w-56',
    cell: (company) => <span className="wrap-anywhere">{company.tradingName ?? '—'}</span>,
  },
  {
    id: 'cnpj',
    header: 'CNPJ',
    cell: (company) => <span className="whitespace-nowrap tabular">{formatCnpj(company.cnpj)}</span>,
  },
  {
    id: 'place',
    header: 'Cidade',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: (company) => <span className="whitespace-nowrap">{placeOf(company)}</span>,
  },
  {
    id: 'phone',
    header: 'Telefone',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: (company) => (
      <span className="whitespace-nowrap tabular">
        {masks.phone.format(company.phoneNumber ?? company.cellphoneNumber ?? '') || '—'}
      </span>
    ),
  },
  {
    id: 'active',
    header: 'Situação',
    cell: (company) => (
      <Badge tone={company.active ? 'success' : 'neutral'}>{company.active ? 'Ativa' : 'Inativa'}</Badge>
    ),
  },
];

function placeOf(company: Company): string {
  return [company.city, company.state].filter(Boolean).join(', ') || '—';
}

const companyLink = (company: Company, children: ReactNode, className: string) => (
  <Link to="/companies/$companyId" params={{ companyId: company.companyId }} className={className}>
    {children}
  </Link>
);

/** The tenant's companies. */
export function CompaniesPage({
  search,
  onSearch,
}: {
  search: ListSearch<CompanyFilter>;
  onSearch: (next: ListSearch<CompanyFilter>) => void;
}) {
  const mayCreate = useIsSteward();
  const newCompany = mayCreate ? <NewCompanyButton /> : undefined;
  return (
    <ListPage
      title="Empresas"
      help={<p>As empresas em nome das quais você pede assinaturas. Cada processo pertence a uma empresa.</p>}
      extra={newCompany}
      searchBox={{ label: 'Buscar empresas', placeholder: COMPANIES_SEARCHED_BY }}
      filters={FILTERS}
      query={useQuery(companyQueries.list(search))}
      search={search}
      onSearch={onSearch}
      none={{
        icon: <Building2 />,
        title: 'Nenhuma empresa ainda',
        text: mayCreate
          ? 'Cadastre a primeira empresa para começar a pedir assinaturas.'
          : 'Nenhuma empresa foi liberada para você. Fale com seu supervisor.',
        action: newCompany,
      }}
      notFound={{
        title: 'Nenhuma empresa encontrada',
        text: 'Confira o CNPJ ou busque por parte do nome.',
        clear: 'Limpar busca e filtros',
      }}
      columns={columns}
      rowKey={({ companyId }) => companyId}
      rowLink={companyLink}
      actions={mayCreate ? companyActions : undefined}
    />
  );
}

function RowMenu({ company }: { company: Company }) {
  const [action, setAction] = useState<CompanyAction>();
  return (
    <>
      <MoreMenu label={`Ações de ${company.companyName}`}>
        <MenuLink>
          <Link to="/companies/$companyId" params={{ companyId: company.companyId }}>
            <Pencil />
            Ver e editar
          </Link>
        </MenuLink>
        {company.active ? (
          <MenuItem icon={<CirclePause />} onSelect={() => setAction('deactivate')}>
            Inativar
          </MenuItem>
        ) : (
          <MenuItem icon={<CircleCheck />} onSelect={() => setAction('activate')}>
            Ativar
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => setAction('remove')}>
          Remover
        </MenuItem>
      </MoreMenu>
      {action !== undefined && (
        <CompanyActionDialog company={company} action={action} onClose={() => setAction(undefined)} />
      )}
    </>
  );
}

const companyActions = (company: Company) => <RowMenu company={company} />;

function NewCompanyButton() {
  return (
    <Button asChild variant="primary">
      <Link to="/companies/new">
        <Plus />
        Nova empresa
      </Link>
    </Button>
  );
}
