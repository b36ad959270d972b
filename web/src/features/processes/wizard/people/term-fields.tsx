import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { DateInput } from '@/components/ui/fields/date-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { deadlineFault, type Draft } from '@/features/processes/wizard/draft/draft.ts';
import { today } from '@/lib/format/day.ts';

const REMINDERS = [1, 2, 3, 5, 7, 10, 15, 30];

/** Until when one may sign, and how often those who have not are reminded. */
export function TermFields({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const days =
    draft.reminderDays === null || REMINDERS.includes(draft.reminderDays)
      ? REMINDERS
      : [...REMINDERS, draft.reminderDays].toSorted((one, other) => one - other);
  return (
    <section aria-label="Prazo e lembretes" className="rounded-xl border border-line p-4 sm:p-5">
      <h3 className="font-semibold">Prazo e lembretes</h3>
      <p className="text-sm text-muted">
        Passado o prazo, ninguém mais assina e o que estiver pendente é encerrado.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field
          label="Último dia para assinar"
          optional
          help="Vale até 23h59, horário de Brasília."
          error={deadlineFault(draft)}
        >
          <DateInput
            min={today()}
            value={draft.deadline}
            onValueChange={(deadline) => change(() => ({ deadline }))}
          />
        </Field>
        <Field label="Lembrar quem não assinou" help="Por email, até a pessoa assinar ou o prazo terminar.">
          <Select
            value={draft.reminderDays === null ? '' : String(draft.reminderDays)}
            placeholder="Sem lembretes automáticos"
            options={days.map((day) => ({
              value: String(day),
              label: day === 1 ? 'Todos os dias' : `A cada ${day} dias`,
            }))}
            onChange={(event) =>
              change(() => ({ reminderDays: event.target.value === '' ? null : Number(event.target.value) }))
            }
          />
        </Field>
      </div>
      <Checkbox
        className="mt-3"
        checked={draft.allowsDelegation === true}
        onChange={(event) => change(() => ({ allowsDelegation: event.target.checked }))}
        label="Quem for convidado pode encaminhar a assinatura a quem deve assinar no seu lugar"
      />
    </section>
  );
}
