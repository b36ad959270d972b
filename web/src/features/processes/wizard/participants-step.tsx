import type { Part } from '@lacre/contracts';
import { formatCpf } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { PersonPicker } from '@/entities/person/person-picker.tsx';
import { RequirementBoxes } from '@/entities/process/requirements.tsx';
import { signerGroupQueries } from '@/entities/signer-group/queries.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { withPeople, withRoleTaken } from '@/features/processes/wizard/draft/draft-templates.ts';
import {
  effectiveMinimum,
  openRoles,
  ordered,
  participantsOf,
  type Draft,
  type DraftParticipant,
} from '@/features/processes/wizard/draft/draft.ts';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { plural } from '@/lib/format/format.ts';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';

import { TermFields } from './term-fields.tsx';

const OFFERED_GROUPS = 8;

interface StepProps {
  draft: Draft;
  change: ChangeDraft;
}

/** Third step: who signs, in which part and order, what each must show, and until when. */
export function ParticipantsStep({ draft, change }: StepProps) {
  return (
    <div className="flex flex-col gap-5">
      <GroupFinder draft={draft} change={change} />
      {PARTS.map((part) => (
        <PartSection key={part} part={part} draft={draft} change={change} />
      ))}
      {draft.participants.length > 1 && (
        <Checkbox
          label="Assinar em ordem"
          description="Cada um é chamado quando todos os de antes já assinaram. Quem tem o mesmo número assina ao mesmo tempo."
          checked={draft.ordered}
          onChange={({ target }) =>
            change((current) =>
              target.checked ? { ordered: true, participants: ordered(current) } : { ordered: false },
            )
          }
        />
      )}
      <TermFields draft={draft} change={change} />
    </div>
  );
}

const reasonAgainst =
  (draft: Draft) =>
  (personId: string): string | undefined => {
    const taken = draft.participants.find((item) => item.personId === personId);
    return taken === undefined
      ? undefined
      : `Já participa como ${partWords[taken.part].label.toLocaleLowerCase('pt-BR')}`;
  };

function PartSection({ part, draft, change }: StepProps & { part: Part }) {
  const participants = participantsOf(draft, part);
  const roles = openRoles(draft).filter((role) => role.part === part);
  const words = partWords[part];
  const rows = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const update = (personId: string, next: (participant: DraftParticipant) => DraftParticipant | null) =>
    change((current) => ({
      participants: current.participants.flatMap((item) => {
        const changed = item.personId === personId ? next(item) : item;
        return changed === null ? [] : [changed];
      }),
    }));

  /** The button pressed goes with its row: the focus moves to the next one's, or to the part's name. */
  function remove(personId: string, index: number): void {
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-remove]');
    const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? heading.current;
    update(personId, () => null);
    next?.focus();
  }

  return (
    <section aria-label={words.plural} className="rounded-xl border border-line p-4 sm:p-5">
      <div className="flex items-baseline justify-between gap-4">
        <div>
          <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {words.plural}
          </h3>
          <p className="text-sm text-muted">{words.description}</p>
        </div>
        {participants.length > 0 && (
          <span className="text-sm text-subtle tabular">{participants.length}</span>
        )}
      </div>
      {roles.map((role) => (
        <div
          key={role.key}
          className="mt-4 rounded-xl border border-dashed border-primary-line bg-primary-soft/40 p-3"
        >
          <p className="mb-2 text-sm font-medium">{role.label}</p>
          <PersonPicker
            label={`Escolher quem é ${role.label}`}
            reasonAgainst={(personId) => {
              const taken = draft.participants.find((item) => item.personId === personId);
              return taken?.role === undefined ? undefined : reasonAgainst(draft)(personId);
            }}
            onChoose={(person) =>
              change((current) => ({ participants: withRoleTaken(current, role.key, person) }))
            }
          />
        </div>
      ))}
      {participants.length > 0 && (
        <ul ref={rows} className="mt-4 divide-y divide-line rounded-xl border border-line">
          {participants.map((participant, index) => (
            <ParticipantRow
              key={participant.personId}
              participant={participant}
              role={draft.roles.find(({ key }) => key === participant.role)?.label}
              places={draft.ordered ? Math.max(draft.participants.length, participant.group) : 0}
              onChange={(next) => update(participant.personId, (item) => ({ ...item, ...next }))}
              onRemove={() => remove(participant.personId, index)}
            />
          ))}
        </ul>
      )}
      <div className="mt-4">
        <PersonPicker
          label={`Incluir em ${words.plural.toLocaleLowerCase('pt-BR')}`}
          reasonAgainst={reasonAgainst(draft)}
          onChoose={(person) => change((current) => ({ participants: withPeople(current, part, [person]) }))}
        />
      </div>
      {part === 'signatory' && participants.length > 1 && <MinimumField draft={draft} change={change} />}
    </section>
  );
}

function ParticipantRow({
  participant,
  role,
  places,
  onChange,
  onRemove,
}: {
  participant: DraftParticipant;
  /** The template's place that they take. */
  role: string | undefined;
  /** How many places the order has; 0 without one. */
  places: number;
  onChange: (next: Partial<DraftParticipant>) => void;
  onRemove: () => void;
}) {
  const { name, cpf, email, requirements, group } = participant;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      {/* A phone's width is the names' and addresses': they are what is checked. */}
      <span className="max-sm:hidden">
        <Avatar name={name} size="sm" />
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
          {name}
          {role !== undefined && <Badge tone="primary">{role}</Badge>}
        </p>
        <p className="flex min-w-0 flex-wrap gap-x-1.5 text-[0.8125rem] text-muted">
          <span className="tabular">{formatCpf(cpf)}</span>
          <Email className="max-w-full">{email}</Email>
        </p>
      </div>
      {places > 0 && (
        <Select
          aria-label={`Ordem de ${name}`}
          className="w-24 max-sm:order-1"
          value={String(group)}
          onChange={(event) => onChange({ group: Number(event.target.value) })}
          options={Array.from({ length: places }, (_, index) => ({
            value: String(index + 1),
            label: `${index + 1}º`,
          }))}
        />
      )}
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Remover ${name}`}
        data-remove=""
        icon={<X />}
        onClick={onRemove}
      />
      <div className="basis-full max-sm:order-2 sm:pl-13">
        <RequirementBoxes
          requirements={requirements}
          of={name}
          onChange={(next) => onChange({ requirements: next })}
        />
      </div>
    </li>
  );
}

/** Includes all members of a group at once; nothing while the account has none. */
function GroupFinder({ draft, change }: StepProps) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const query = useQuery(signerGroupQueries.list(search === '' ? {} : { search }, OFFERED_GROUPS));
  if (text === '' && (query.data?.total ?? 0) === 0) return null;
  return (
    <Combobox
      label="Incluir um grupo"
      placeholder="Incluir um grupo inteiro: busque pelo nome"
      text={text}
      onTextChange={setText}
      busy={query.isFetching}
      settled={search === text.trim() && !query.isPending && !query.isPlaceholderData}
      emptyText={query.isError ? 'Não foi possível buscar agora. Tente de novo.' : 'Nenhum grupo encontrado.'}
      options={(query.data?.items ?? []).map((group) => ({
        id: group.signerGroupId,
        label: group.name,
        detail: `${partWords[group.part].label} · ${plural(group.members.length, 'pessoa')}`,
        disabledReason: group.members.every(({ personId }) => reasonAgainst(draft)(personId) !== undefined)
          ? 'Todos já participam'
          : undefined,
      }))}
      onChoose={(id) => {
        const group = query.data?.items.find(({ signerGroupId }) => signerGroupId === id);
        if (group === undefined) return;
        change((current) => ({ participants: withPeople(current, group.part, group.members) }));
        setText('');
      }}
    />
  );
}

function MinimumField({ draft, change }: StepProps) {
  const count = participantsOf(draft, 'signatory').length;
  const minimum = effectiveMinimum(draft);
  return (
    <>
      <Field
        label="Quantos representantes precisam assinar"
        help="Atingido o mínimo, os demais são avisados e não precisam mais assinar."
        className="mt-4 max-w-sm"
      >
        <Select
          value={String(minimum ?? count)}
          onChange={(event) => {
            const chosen = Number(event.target.value);
            change(() => ({ minimumSignatories: chosen === count ? null : chosen }));
          }}
          options={Array.from({ length: count }, (_, index) => ({
            value: String(index + 1),
            label: index + 1 === count ? `Todos (${count})` : `Ao menos ${index + 1} de ${count}`,
          }))}
        />
      </Field>
      {minimum !== null && (
        <Checkbox
          className="mt-2"
          checked={draft.acceptsLateSignatures}
          onChange={(event) => change(() => ({ acceptsLateSignatures: event.target.checked }))}
          label="Quem ficar além do mínimo ainda pode assinar, até o documento ser concluído"
        />
      )}
    </>
  );
}
