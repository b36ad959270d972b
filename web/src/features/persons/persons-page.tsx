import { formatCpf } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileSpreadsheet, Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ListPage } from '@/components/list/list-page.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import type { Column } from '@/components/ui/tables/data-table.tsx';
import { PersonDialog } from '@/entities/person/person-dialog.tsx';
import { personQueries, type Person } from '@/entities/person/queries.ts';
import { PERSONS_SEARCHED_BY } from '@/entities/person/searched-by.ts';
import type { PlainSearch } from '@/lib/address/list-search.ts';
import { formatDate } from '@/lib/format/format.ts';
import { formatPlainDate } from '@/lib/format/relative.ts';
import { masks } from '@/lib/input/masks.ts';
import { useIsSteward } from '@/lib/session/use-session.ts';

import { RemovePersonDialog } from './remove-person-dialog.tsx';

const columns: readonly Column<Person>[] = [
  {
    id: 'name',
    header: 'Nome',
    primary: true,
    cell: (person) => <span className="font-medium wrap-anywhere">{person.name}</span>,
  },
  {
    id: 'cpf',
    header: 'CPF',
    cell: (person) => <span className="whitespace-nowrap tabular">{formatCpf(person.cpf)}</span>,
  },
  {
    id: 'email',
    header: 'Email',
    cell: (person) => <Email className="inline-block min-w-36">{person.email}</Email>,
  },
  {
    id: 'phone',
    header: 'Celular',
    className: 'max-lg:hidden',
    cell: (person) => (
      <span className="whitespace-nowrap tabular">
        {masks.phone.format(person.cellphoneNumber ?? '') || '—'}
      </span>
    ),
  },
  {
    id: 'birthday',
    header: 'Nascimento',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: (person) => (
      <span className="tabular">{person.birthday ? formatPlainDate(person.birthday) : '—'}</span>
    ),
  },
  {
    id: 'created',
    header: 'Cadastro',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: (person) => <span className="tabular">{formatDate(person.createdAt)}</span>,
  },
];

const personLink = (person: Person, children: ReactNode, className: string) => (
  <Link to="/persons/$personId" params={{ personId: person.personId }} className={className}>
    {children}
  </Link>
);

/** The people who may be asked to sign. */
export function PersonsPage({
  search,
  onSearch,
}: {
  search: PlainSearch;
  onSearch: (next: PlainSearch) => void;
}) {
  const [creating, setCreating] = useState(false);
  const mayEdit = useIsSteward();
  const newPerson = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      <span>
        Nova<span className="max-sm:sr-only"> pessoa</span>
      </span>
    </Button>
  );
  return (
    <>
      <ListPage
        title="Pessoas"
        help={
          <p>
            Quem pode participar de processos, como signatário, representante da empresa ou testemunha. Cada
            pessoa é identificada pelo CPF e recebe convites e códigos no email que tem quando é convidada.
          </p>
        }
        extra={
          <>
            <Button asChild>
              <Link to="/persons/import">
                <FileSpreadsheet />
                <span>
                  Importar<span className="max-sm:sr-only"> CSV</span>
                </span>
              </Link>
            </Button>
            {newPerson}
          </>
        }
        searchBox={{ label: 'Buscar pessoas', placeholder: PERSONS_SEARCHED_BY }}
        query={useQuery(personQueries.list(search))}
        search={search}
        onSearch={onSearch}
        none={{
          icon: <Users />,
          title: 'Nenhuma pessoa ainda',
          text: 'Cadastre quem vai assinar, importe uma planilha ou inclua as pessoas direto ao criar um processo.',
          action: newPerson,
        }}
        notFound={{
          title: 'Ninguém encontrado',
          text: 'Confira o CPF ou busque por parte do nome.',
          clear: 'Limpar busca',
        }}
        columns={columns}
        rowKey={({ personId }) => personId}
        rowLink={personLink}
        actions={mayEdit ? personActions : undefined}
      />
      {creating && (
        <PersonDialog
          onClose={() => setCreating(false)}
          onCreated={(person) => {
            setCreating(false);
            toast.success('Pessoa cadastrada', { description: person.name });
          }}
        />
      )}
    </>
  );
}

const personActions = (person: Person) => <RowMenu person={person} />;

function RowMenu({ person }: { person: Person }) {
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <MoreMenu label={`Ações de ${person.name}`}>
        <MenuLink>
          <Link to="/persons/$personId" params={{ personId: person.personId }}>
            <Pencil />
            Ver e editar
          </Link>
        </MenuLink>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => setRemoving(true)}>
          Remover
        </MenuItem>
      </MoreMenu>
      {removing && <RemovePersonDialog person={person} onClose={() => setRemoving(false)} />}
    </>
  );
}
