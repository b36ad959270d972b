import { cn } from '@/lib/style/cn.ts';

/**
 * A progress bar.
 * @param value from 0 to 1; left out while how much remains is unknown
 */
export function Progress({
  value,
  label,
  className,
  tone = 'primary',
}: {
  value?: number | undefined;
  label: string;
  className?: string;
  tone?: 'primary' | 'success' | 'danger';
}) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  const colour = { primary: 'bg-primary', success: 'bg-success', danger: 'bg-danger' }[tone];
  return (
    <div
      // A native progress element cannot be animated while it is indeterminate.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      {percent === undefined ? (
        <div
          className={cn(
            'h-full w-1/3 animate-slide-bar rounded-full motion-reduce:w-full motion-reduce:opacity-40',
            colour,
          )}
        />
      ) : (
        <div
          className={cn('h-full rounded-full transition-[width] duration-200', colour)}
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}
