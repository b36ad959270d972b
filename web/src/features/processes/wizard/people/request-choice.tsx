import type { ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { DateInput } from '@/components/ui/fields/date-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { MinimumField } from '@/entities/process/minimum-field.tsx';
import { everyDays, type RequestChoice } from '@/entities/process/request-words.ts';
import { REQUIREMENTS, type Requirement } from '@/entities/process/requirement-kinds.ts';
import { RequirementBoxes } from '@/entities/process/requirements.tsx';
import { askedOf, withRequirements } from '@/features/processes/wizard/draft/asked.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import {
  deadlineFault,
  effectiveMinimum,
  participantsOf,
  type Draft,
} from '@/features/processes/wizard/draft/draft.ts';
import { ordered } from '@/features/processes/wizard/draft/order.ts';
import { today } from '@/lib/format/day.ts';
import { capitalised } from '@/lib/format/relative.ts';

const REMINDERS = [1, 2, 3, 5, 7, 10, 15, 30];

interface ChoiceProps {
  draft: Draft;
  change: ChangeDraft;
}

/** The choice behind one part of the request's sentence. */
export function RequestChoiceFields({ choice, ...of }: ChoiceProps & { choice: RequestChoice }) {
  switch (choice) {
    case 'order':
      return <Order {...of} />;
    case 'deadline':
      return <Deadline {...of} />;
    case 'reminders':
      return <Reminders {...of} />;
    case 'delegation':
      return <Delegation {...of} />;
    case 'minimum':
      return <Minimum {...of} />;
    default:
      return <Shown {...of} kinds={REQUIREMENTS.filter(({ key }) => key === choice)} />;
  }
}

/** Whether it is asked of everyone, and of each. */
function Shown({ draft, change, kinds }: ChoiceProps & { kinds: readonly Requirement[] }) {
  const asked = askedOf(draft);
  const all = asked.length === 0 ? [draft.requirements] : asked.map(({ requirements }) => requirements);
  return (
    <div className="flex flex-col gap-3">
      <Named name="Todas as pessoas">
        <RequirementBoxes
          asked={all}
          of="todas as pessoas"
          kinds={kinds}
          onChange={(next) => change((current) => withRequirements(current, undefined, next))}
        />
      </Named>
      {asked.length > 1 && (
        <ul className="flex flex-col gap-3 border-t border-line pt-3">
          {asked.map(({ key, name, requirements }) => (
            <li key={key}>
              <Named name={name}>
                <RequirementBoxes
                  asked={[requirements]}
                  of={name}
                  kinds={kinds}
                  onChange={(next) => change((current) => withRequirements(current, key, next))}
                />
              </Named>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
      <p aria-hidden="true" className="py-1 text-sm font-medium wrap-anywhere">
        {name}
      </p>
      {children}
    </div>
  );
}

function Order({ draft, change }: ChoiceProps) {
  return (
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
  );
}

function Deadline({ draft, change }: ChoiceProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Field
        label="Último dia para assinar"
        optional
        help="Vale até 23h59, horário de Brasília. Depois, ninguém mais assina e o que estiver pendente é encerrado."
        error={deadlineFault(draft)}
        className="w-full max-w-sm"
      >
        <DateInput
          min={today()}
          value={draft.deadline}
          onValueChange={(deadline) => change(() => ({ deadline }))}
        />
      </Field>
      {draft.deadline !== '' && (
        <Button size="sm" onClick={() => change(() => ({ deadline: '' }))}>
          Deixar sem prazo
        </Button>
      )}
    </div>
  );
}

function Reminders({ draft, change }: ChoiceProps) {
  const { reminderDays } = draft;
  const days =
    reminderDays === null || REMINDERS.includes(reminderDays)
      ? REMINDERS
      : [...REMINDERS, reminderDays].toSorted((one, other) => one - other);
  return (
    <Field
      label="Lembrar quem não assinou"
      help="Por email, até a pessoa assinar ou o prazo terminar."
      className="max-w-sm"
    >
      <Select
        value={reminderDays === null ? '' : String(reminderDays)}
        placeholder="Sem lembretes automáticos"
        options={days.map((day) => ({ value: String(day), label: capitalised(everyDays(day)) }))}
        onChange={({ target }) =>
          change(() => ({ reminderDays: target.value === '' ? null : Number(target.value) }))
        }
      />
    </Field>
  );
}

function Delegation({ draft, change }: ChoiceProps) {
  return (
    <Checkbox
      checked={draft.allowsDelegation === true}
      onChange={({ target }) => change(() => ({ allowsDelegation: target.checked }))}
      label="Quem for convidado pode encaminhar a assinatura a quem deve assinar no seu lugar"
    />
  );
}

function Minimum({ draft, change }: ChoiceProps) {
  return (
    <MinimumField
      count={participantsOf(draft, 'signatory').length}
      minimum={effectiveMinimum(draft)}
      acceptsLateSignatures={draft.acceptsLateSignatures}
      onMinimum={(minimumSignatories) => change(() => ({ minimumSignatories }))}
      onAcceptsLate={(acceptsLateSignatures) => change(() => ({ acceptsLateSignatures }))}
    />
  );
}
