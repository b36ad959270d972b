import { Check } from 'lucide-react';

/** A check beside what was typed right. */
export function ValidMark({ label }: { label: string }) {
  return (
    <>
      <Check aria-hidden="true" className="size-4 text-success" />
      <span className="sr-only">{label}</span>
    </>
  );
}
