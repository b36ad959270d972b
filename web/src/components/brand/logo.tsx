import { cn } from '@/lib/style/cn.ts';

const SEAL =
  'M12.64 3.44A3.7 3.7 0 0 1 19.36 3.44A3.7 3.7 0 0 1 25.19 6.81A3.7 3.7 0 0 1 28.56 12.64A3.7 3.7 0 0 1 28.56 19.36A3.7 3.7 0 0 1 25.19 25.19A3.7 3.7 0 0 1 19.36 28.56A3.7 3.7 0 0 1 12.64 28.56A3.7 3.7 0 0 1 6.81 25.19A3.7 3.7 0 0 1 3.44 19.36A3.7 3.7 0 0 1 3.44 12.64A3.7 3.7 0 0 1 6.81 6.81A3.7 3.7 0 0 1 12.64 3.44Z';

/** The seal: a wafer of wax with a check in it. */
export function SealMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-8 shrink-0', className)}>
      <path d={SEAL} className="fill-primary" />
      <path
        d="M10.8 16.4l3.7 3.7 7-7.6"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The seal and the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <SealMark />
      <span className="text-lg font-semibold tracking-tight">Lacre</span>
    </span>
  );
}
