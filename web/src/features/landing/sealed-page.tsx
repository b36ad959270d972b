import { SealMark } from '@/components/brand/logo.tsx';
import { cn } from '@/lib/style/cn.ts';

const LINES = ['w-full', 'w-11/12', 'w-[98%]', 'w-4/5', 'w-[96%]', 'w-2/3'] as const;

/** A drawing: a page with its text, two signatures and the seal. */
export function SealedPage({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cn('relative forced-color-adjust-none', className)}>
      <div className="absolute inset-0 translate-x-4 translate-y-4 rotate-2 rounded-2xl border border-line bg-surface/60" />
      <div className="relative rounded-2xl border border-line bg-surface p-7 shadow-float sm:p-9">
        <div className="h-3.5 w-1/2 rounded-full bg-ink/80" />
        <div className="mt-7 flex flex-col gap-3">
          {LINES.map((width) => (
            <div key={width} className={cn('h-2 rounded-full bg-line-strong', width)} />
          ))}
        </div>
        <div className="mt-10 grid grid-cols-2 gap-6">
          <Signature path="M4 26c8-16 14-20 16-12s-8 16-2 14 10-18 15-15-6 14 0 13 8-9 13-9 4 8 12 5 12-8 28-6" />
          <Signature path="M4 22c6-14 12-18 13-8s-7 14 0 11 7-12 13-9-2 10 5 8 9-13 14-8 0 9 7 7 12-4 30-5" />
        </div>
        <div className="mt-9 flex items-center gap-3 rounded-xl border border-success-line bg-success-soft p-3">
          <SealMark className="size-9! [&_path:first-child]:fill-success!" />
          <div className="flex flex-1 flex-col gap-2">
            <div className="h-2.5 w-2/5 rounded-full bg-success" />
            <div className="h-2 w-3/4 rounded-full bg-success-line" />
          </div>
        </div>
      </div>
    </div>
  );
}

function Signature({ path }: { path: string }) {
  return (
    <div>
      <svg viewBox="0 0 88 36" className="w-full text-primary">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <div className="h-px bg-line-strong" />
      <div className="mt-2.5 h-2 w-2/3 rounded-full bg-line-strong" />
    </div>
  );
}
