import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';

/** How many of several representatives must sign, and whether the others still may. */
export function MinimumField({
  count,
  minimum,
  acceptsLateSignatures,
  onMinimum,
  onAcceptsLate,
}: {
  /** How many represent the company, at least two. */
  count: number;
  /** Null when all of them must. */
  minimum: number | null;
  acceptsLateSignatures: boolean;
  onMinimum: (minimum: number | null) => void;
  onAcceptsLate: (accepts: boolean) => void;
}) {
  return (
    <div>
      <Field
        label="Quantos representantes precisam assinar"
        help="Atingido o mínimo, os demais são avisados e não precisam mais assinar."
        className="max-w-sm"
      >
        <Select
          value={String(minimum ?? count)}
          onChange={({ target }) => {
            const chosen = Number(target.value);
            onMinimum(chosen === count ? null : chosen);
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
          checked={acceptsLateSignatures}
          onChange={({ target }) => onAcceptsLate(target.checked)}
          label="Quem ficar além do mínimo ainda pode assinar, até o documento ser concluído"
        />
      )}
    </div>
  );
}
