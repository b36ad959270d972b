import type { Part } from '@lacre/contracts';
import { formatCpf, isValidCpf } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { MapPin, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { Avatar } from '@/components/ui/avatar.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Combobox } from '@/components/ui/combobox.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Select } from '@/components/ui/select.tsx';
import { PersonDialog } from '@/features/persons/person-dialog.tsx';
import { personQueries } from '@/features/persons/queries.ts';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { masks } from '@/lib/masks.ts';
import { useDebounced } from '@/lib/use-debounced.ts';

import { effectiveMinimum, participantsOf, type Draft, type DraftParticipant } from './draft.ts';
import type { ChangeDraft } from './use-draft.ts';

/** How many persons the search offers at a time. */
const OFFERED = 8;

/** Third step: who signs, in which part, and what each must show. */
export function ParticipantsStep({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  return (
    <div className="flex flex-col gap-5">
      {PARTS.map((part) => (
        <PartSection key={part} part={part} draft={draft} change={change} />
      ))}
    </div>
  );
}

function PartSection({ part, draft, change }: { part: Part; draft: Draft; change: ChangeDraft }) {
  const participants = participantsOf(draft, part);
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
      {participants.length > 0 && (
        <ul ref={rows} className="mt-4 divide-y divide-line rounded-xl border border-line">
          {participants.map((participant, index) => (
            <ParticipantRow
              key={participant.personId}
              participant={participant}
              onLocation={(location) => update(participant.personId, (item) => ({ ...item, location }))}
              onRemove={() => remove(participant.personId, index)}
            />
          ))}
        </ul>
      )}
      <PersonFinder part={part} draft={draft} change={change} />
      {part === 'signatory' && participants.length > 1 && <MinimumField draft={draft} change={change} />}
    </section>
  );
}

function ParticipantRow({
  participant,
  onLocation,
  onRemove,
}: {
  participant: DraftParticipant;
  onLocation: (location: boolean) => void;
  onRemove: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3">
      {/* A phone's width is the names' and addresses': they are what is checked. */}
      <span className="max-sm:hidden">
        <Avatar name={participant.name} size="sm" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">{participant.name}</p>
        <p className="flex min-w-0 flex-wrap gap-x-1.5 text-[0.8125rem] text-muted">
          <span className="tabular">{formatCpf(participant.cpf)}</span>
          <span className="max-w-full wrap-anywhere">{participant.email}</span>
        </p>
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Remover ${participant.name}`}
        data-remove=""
        icon={<X />}
        onClick={onRemove}
        className="sm:order-last"
      />
      <Checkbox
        className="max-sm:basis-full"
        checked={participant.location}
        onChange={(event) => onLocation(event.target.checked)}
        label={
          <span className="inline-flex items-center gap-1.5">
            <MapPin aria-hidden="true" className="size-3.5 text-subtle" />
            Pedir localização
            <span className="sr-only"> de {participant.name}</span>
          </span>
        }
      />
    </li>
  );
}

function PersonFinder({ part, draft, change }: { part: Part; draft: Draft; change: ChangeDraft }) {
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  const search = useDebounced(text.trim());
  const query = useQuery(personQueries.list(search === '' ? {} : { search }, OFFERED));
  const typedCpf = masks.cpf.clean(text);

  function add(person: Omit<DraftParticipant, 'part' | 'location'>): void {
    change((current) => ({
      participants: [
        ...current.participants.filter((item) => item.personId !== person.personId),
        { ...person, part, location: false },
      ],
    }));
    setText('');
  }

  return (
    <div className="mt-4">
      <Combobox
        label={`Incluir em ${partWords[part].plural.toLocaleLowerCase('pt-BR')}`}
        placeholder="Buscar por nome, CPF ou email"
        text={text}
        onTextChange={setText}
        busy={query.isFetching}
        settled={search === text.trim() && !query.isPending && !query.isPlaceholderData}
        emptyText={query.isError ? 'Não foi possível buscar agora. Tente de novo.' : 'Ninguém encontrado.'}
        options={(query.data?.items ?? []).map((person) => {
          const taken = draft.participants.find((item) => item.personId === person.personId);
          return {
            id: person.personId,
            label: person.name,
            detail: `${formatCpf(person.cpf)} · ${person.email}`,
            disabledReason:
              taken === undefined
                ? undefined
                : `Já participa como ${partWords[taken.part].label.toLocaleLowerCase('pt-BR')}`,
          };
        })}
        onChoose={(id) => {
          const person = query.data?.items.find((item) => item.personId === id);
          if (person) add({ personId: id, name: person.name, cpf: person.cpf, email: person.email });
        }}
        createLabel={text.trim() === '' ? 'Cadastrar nova pessoa' : `Cadastrar “${text.trim()}”`}
        onCreate={() => setCreating(true)}
      />
      <PersonDialog
        open={creating}
        onOpenChange={setCreating}
        initial={isValidCpf(typedCpf) ? { cpf: typedCpf } : { name: /\d/.test(text) ? '' : text.trim() }}
        onCreated={(person) => {
          setCreating(false);
          add(person);
        }}
      />
    </div>
  );
}

function MinimumField({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const count = participantsOf(draft, 'signatory').length;
  return (
    <Field
      label="Quantos representantes precisam assinar"
      help="Atingido o mínimo, os demais são dispensados e o documento segue."
      className="mt-4 max-w-sm"
    >
      <Select
        value={String(effectiveMinimum(draft) ?? count)}
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
  );
}
