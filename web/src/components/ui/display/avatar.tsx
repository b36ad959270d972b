import { initials } from '@/lib/format/relative.ts';
import { cn } from '@/lib/style/cn.ts';

/** The initials are a picture: they are as large as their circle has room for. */
const SIZES = {
  sm: 'size-9 text-[12px]',
  md: 'size-avatar text-[16px]',
  lg: 'size-20 text-[24px]',
} as const;

/** A person's picture, or their initials, in a circle of 48 px, as everywhere in the product; `sm` in dense lists. */
export function Avatar({
  name,
  src,
  size = 'md',
  className,
}: {
  name: string;
  src?: string | undefined;
  size?: keyof typeof SIZES;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-primary-soft font-semibold text-primary-ink select-none',
        SIZES[size],
        className,
      )}
    >
      {src === undefined ? initials(name) : <img src={src} alt="" className="size-full object-cover" />}
    </span>
  );
}
