import { cn } from '@/lib/style/cn.ts';

/** A tenant's logo, on white in either theme: most are drawn for paper. @param path under `/api` */
export function TenantLogo({ path, name, className }: { path: string; name: string; className?: string }) {
  return (
    <img
      src={(path.startsWith('data:') ? '' : '/api') + path}
      alt={name}
      className={cn(
        'h-16 max-w-full rounded-xl border border-line bg-white object-contain px-4 py-2.5',
        className,
      )}
    />
  );
}
