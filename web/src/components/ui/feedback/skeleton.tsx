import { say } from '@/i18n/say.ts';
import { cn } from '@/lib/style/cn.ts';

/** The shape of what is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'animate-shimmer rounded-lg bg-[linear-gradient(90deg,var(--hover)_25%,var(--line)_50%,var(--hover)_75%)] bg-[length:200%_100%]',
        className,
      )}
    />
  );
}

/** Skeletons for a list, with the one sentence a screen reader hears. */
export function SkeletonRows({ rows = 5, label = say('Carregando…') }: { rows?: number; label?: string }) {
  return (
    <output className="flex flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </output>
  );
}
