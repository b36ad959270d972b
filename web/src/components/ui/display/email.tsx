import { cn } from '@/lib/style/cn.ts';

/** An e-mail address that goes on in the next line before its "@", and within a word only where there is no room at all. */
export function Email({ children, className }: { children: string; className?: string }) {
  const at = children.lastIndexOf('@');
  return (
    <span className={cn('wrap-anywhere', className)}>
      {children.slice(0, Math.max(at, 0))}
      <wbr />
      {children.slice(Math.max(at, 0))}
    </span>
  );
}
