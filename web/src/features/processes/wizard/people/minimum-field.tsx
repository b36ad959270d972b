import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { effectiveMinimum, participantsOf, type Draft } from '@/features/processes/wizard/draft/draft.ts';

/** How many of several representatives must sign; nothing while there are not several. */
export function MinimumField({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const count = participantsOf(draft, 'signatory').length;
  const minimum = effectiveMinimum(draft);
  if (count < 2) return null;
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
