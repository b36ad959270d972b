import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_OPTIONS, MAX_OPTION_LENGTH, MAX_QUESTION_LENGTH, MIN_OPTIONS } from '@lacre/contracts/limits';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import type { DraftParticipant, DraftSelection } from '@/features/processes/wizard/draft/draft.ts';
import { partWords } from '@/i18n/vocabulary.ts';

const NEW: DraftSelection = { question: '', options: ['', ''], minimum: 1, maximum: 1, askedOf: null };

/** What keeps the question from being put, by what it is about. */
function faultsOf({ question, options }: DraftSelection): { question?: string; options?: string } {
  const written = options.map((option) => option.trim()).filter((option) => option !== '');
  return {
    ...(isEmptyText(question) ? { question: 'Por favor, insira a pergunta' } : {}),
    ...(written.length < MIN_OPTIONS
      ? { options: 'Inclua ao menos duas opções' }
      : new Set(written).size < written.length
        ? { options: 'Há opções repetidas' }
        : {}),
  };
}

/** A question with options, which is answered with the signature. */
export function SelectionDialog({
  documentName,
  selection,
  participants,
  onSave,
  onClose,
}: {
  documentName: string;
  selection: DraftSelection | undefined;
  participants: readonly DraftParticipant[];
  /** Undefined takes the question away. */
  onSave: (selection: DraftSelection | undefined) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState(selection ?? NEW);
  const [asked, setAsked] = useState(false);
  const faults = asked ? faultsOf(draft) : {};
  const count = draft.options.filter((option) => option.trim() !== '').length;
  const change = (next: Partial<DraftSelection>) => setDraft({ ...draft, ...next });
  const changed = JSON.stringify(draft) !== JSON.stringify(selection ?? NEW);

  function save(): void {
    setAsked(true);
    if (Object.keys(faultsOf(draft)).length > 0) return;
    const options = draft.options.map((option) => option.trim()).filter((option) => option !== '');
    const maximum = Math.min(draft.maximum, options.length);
    onSave({
      ...draft,
      question: draft.question.trim(),
      options,
      maximum,
      minimum: Math.min(draft.minimum, maximum),
    });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      unsaved={changed}
      title="Pergunta no documento"
      description={`Quem assina ${documentName} responde escolhendo entre opções. A resposta fica na página de assinaturas.`}
      footer={
        <>
          {selection !== undefined && (
            <Button variant="dangerGhost" className="sm:mr-auto" onClick={() => onSave(undefined)}>
              Tirar pergunta
            </Button>
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={id} variant="primary">
            Salvar pergunta
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          save();
        }}
      >
        <Field label="Pergunta" required error={faults.question}>
          <Input
            value={draft.question}
            maxLength={MAX_QUESTION_LENGTH}
            placeholder="Ex.: Como prefere pagar?"
            onChange={(event) => change({ question: event.target.value })}
          />
        </Field>
        <Options options={draft.options} error={faults.options} onChange={(options) => change({ options })} />
        <div className="grid gap-4 sm:grid-cols-2">
          <HowMany
            label="No mínimo"
            value={draft.minimum}
            from={0}
            to={Math.max(count, 1)}
            onChange={(minimum) => change({ minimum, maximum: Math.max(minimum, draft.maximum) })}
          />
          <HowMany
            label="No máximo"
            value={draft.maximum}
            from={1}
            to={Math.max(count, 1)}
            onChange={(maximum) => change({ maximum, minimum: Math.min(maximum, draft.minimum) })}
          />
        </div>
        {participants.length > 0 && (
          <AskedOf
            participants={participants}
            askedOf={draft.askedOf}
            onChange={(askedOf) => change({ askedOf })}
          />
        )}
      </form>
    </Dialog>
  );
}

function Options({
  options,
  error,
  onChange,
}: {
  options: readonly string[];
  error: string | undefined;
  onChange: (options: string[]) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Opções</legend>
      {options.map((option, index) => (
        // An option has no name but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-center gap-2">
          <Input
            aria-label={`Opção ${index + 1}`}
            value={option}
            maxLength={MAX_OPTION_LENGTH}
            aria-invalid={error !== undefined && isEmptyText(option) ? true : undefined}
            onChange={(event) =>
              onChange(options.map((one, at) => (at === index ? event.target.value : one)))
            }
          />
          {options.length > MIN_OPTIONS && (
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={`Remover opção ${index + 1}`}
              icon={<X />}
              onClick={() => onChange(options.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
      {options.length < MAX_OPTIONS && (
        <div>
          <Button size="sm" variant="soft" icon={<Plus />} onClick={() => onChange([...options, ''])}>
            Incluir opção
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function HowMany({
  label,
  value,
  from,
  to,
  onChange,
}: {
  label: string;
  value: number;
  from: number;
  to: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label}>
      <Select
        value={String(Math.min(value, to))}
        onChange={(event) => onChange(Number(event.target.value))}
        options={Array.from({ length: to - from + 1 }, (_, index) => ({
          value: String(from + index),
          label: from + index === 0 ? 'Nenhuma: pode deixar em branco' : String(from + index),
        }))}
      />
    </Field>
  );
}

function AskedOf({
  participants,
  askedOf,
  onChange,
}: {
  participants: readonly DraftParticipant[];
  askedOf: readonly string[] | null;
  onChange: (askedOf: string[] | null) => void;
}) {
  const usual = participants.filter(({ part }) => part !== 'attestant').map(({ personId }) => personId);
  const chosen = new Set(askedOf ?? usual);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1.5 text-sm font-medium">Quem responde</legend>
      {participants.map(({ personId, name, part }) => (
        <Checkbox
          key={personId}
          label={name}
          description={partWords[part].label}
          checked={chosen.has(personId)}
          onChange={(event) => {
            const next = participants
              .map((one) => one.personId)
              .filter((one) => (one === personId ? event.target.checked : chosen.has(one)));
            onChange(next.length === 0 || next.join() === usual.join() ? null : next);
          }}
        />
      ))}
    </fieldset>
  );
}
