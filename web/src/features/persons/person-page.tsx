import { formatCpf } from '@lacre/contracts/brazil';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Tabs } from '@/components/ui/display/tabs.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { personBody } from '@/entities/person/person-form-values.ts';
import { PERSON_TABS, personQueries, type Person, type PersonTab } from '@/entities/person/queries.ts';
import { ProcessesOf } from '@/entities/process/processes-of.tsx';
import { formatDateTime } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';
import { useUser } from '@/lib/session/use-session.ts';

import { PersonForm } from './person-form.tsx';
import { PersonPrivacy } from './person-privacy.tsx';
import { RemovePersonDialog } from './remove-person-dialog.tsx';

const BREADCRUMB = [{ label: 'Pessoas', to: '/persons' }] as const;

/** One person: what is registered of them, the processes they take part in, and their rights over their data. */
export function PersonPage({
  personId,
  tab,
  onTab,
}: {
  personId: string;
  tab: PersonTab;
  onTab: (tab: PersonTab) => void;
}) {
  const navigate = useNavigate();
  const { data: person } = useSuspenseQuery(personQueries.detail(personId));
  const role = useUser()?.role;
  const mayEdit = role === 'administrator' || role === 'manager';
  const [removing, setRemoving] = useState(false);
  const leave = () => navigate({ to: '/persons', ignoreBlocker: true });
  const tabs = [
    {
      value: 'dados',
      label: 'Dados',
      content: (
        <PersonData person={person} mayEdit={mayEdit} onLeave={() => void navigate({ to: '/persons' })} />
      ),
    },
    { value: 'processos', label: 'Processos', content: <PersonProcesses person={person} /> },
    ...(role === 'administrator'
      ? [
          {
            value: 'privacidade',
            label: 'Privacidade',
            content: <PersonPrivacy person={person} onErased={leave} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={person.name}
        breadcrumb={BREADCRUMB}
        extra={
          mayEdit && (
            <Button
              variant="dangerGhost"
              size="sm"
              icon={<Trash2 />}
              aria-label="Remover pessoa"
              onClick={() => setRemoving(true)}
            >
              <span className="max-sm:sr-only">Remover pessoa</span>
            </Button>
          )
        }
      />
      <div className="pt-4">
        <Tabs
          label={`CPF ${formatCpf(person.cpf)}`}
          tabs={tabs}
          value={tabs.some(({ value }) => value === tab) ? tab : 'dados'}
          onValueChange={(value) => onTab(PERSON_TABS.find((each) => each === value) ?? 'dados')}
        />
      </div>
      {removing && (
        <RemovePersonDialog person={person} onClose={() => setRemoving(false)} onRemoved={leave} />
      )}
    </>
  );
}

function PersonData({ person, mayEdit, onLeave }: { person: Person; mayEdit: boolean; onLeave: () => void }) {
  const queryClient = useQueryClient();
  const { personId } = person;
  return (
    <>
      {!mayEdit && (
        <Callout tone="info" className="mb-4">
          Você pode ver estes dados, mas não alterá-los. Fale com seu supervisor.
        </Callout>
      )}
      <PersonForm
        key={personId}
        person={person}
        readOnly={!mayEdit}
        onCancel={onLeave}
        onSave={async (values, idempotencyKey) => {
          await api.call('editPerson', { params: { personId }, body: personBody(values), idempotencyKey });
          await queryClient.invalidateQueries({ queryKey: personQueries.all });
          toast.success('Alterações salvas', {
            description: 'Processos já criados guardam os dados de quando foram enviados.',
          });
        }}
      />
      <p className="pt-4 text-xs text-subtle">
        Cadastro de {formatDateTime(person.createdAt)}; última alteração em {formatDateTime(person.editedAt)}.
      </p>
    </>
  );
}

function PersonProcesses({ person: { cpf } }: { person: Person }) {
  return (
    <ProcessesOf
      search={{ search: cpf }}
      caption="Processos da pessoa"
      none={{
        title: 'Nenhum processo com esta pessoa',
        text: 'Os processos em que ela participa aparecem aqui.',
      }}
    />
  );
}
