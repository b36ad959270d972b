import { cn } from '@/lib/cn.ts';
import { initials } from '@/lib/format.ts';

/** A person's initials in a circle of 48 px, as everywhere in the product; `sm` in dense lists. */
export function Avatar({
  name,
  size = 'md',
  className,
}: {
  name: string;
  size?: 'sm' | 'md';
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-primary-soft font-semibold text-primary-ink select-none',
        size === 'md' ? 'size-avatar text-base' : 'size-9 text-xs',
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
