import { Button } from '@/components/ui/actions/button.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';

/** Opens what few need: no row is longer for it until it is asked for. */
export function AtRequestToggle({ open, onToggle }: { open: boolean; onToggle: (open: boolean) => void }) {
  return (
    <Button variant="ghost" size="sm" aria-expanded={open} onClick={() => onToggle(!open)}>
      Alguém não pode assinar?
    </Button>
  );
}

/** Whether this one signs at the request of a person who cannot. */
export function AtRequestBox({
  name,
  checked,
  disabled = false,
  onChange,
}: {
  /** Of who signs, or of their role. */
  name: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      className="mt-1"
      label="Assina a rogo de quem não pode assinar"
      aria-label={`${name} assina a rogo de quem não pode assinar`}
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
