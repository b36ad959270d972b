import { useEffect, useRef, type ReactNode } from 'react';

/**
 * One part of what it takes to show a face. The focus moves along from another part: the button that led
 * here is gone, and would leave it nowhere.
 */
export function FacePart({
  label,
  cameOn,
  children,
}: {
  label: string;
  cameOn: boolean;
  children: ReactNode;
}) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (cameOn) part.current?.focus({ preventScroll: true });
  }, [cameOn]);
  return (
    <section ref={part} aria-label={label} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {children}
    </section>
  );
}
