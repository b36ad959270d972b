import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button.tsx';

/** A part of a long form: what it is about at the side, its fields in six columns. */
export function FormSection({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid gap-6 p-5 sm:p-6 lg:grid-cols-[240px_1fr] lg:gap-10">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div className="grid min-w-0 content-start gap-5 sm:grid-cols-6">{children}</div>
    </section>
  );
}

/** The buttons of a long form, which stay in sight. */
export function FormFooter({
  saveLabel,
  busy,
  onCancel,
}: {
  saveLabel: string;
  busy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="sticky bottom-16 isolate z-10 mt-6 flex justify-end gap-2 py-4 before:absolute before:-inset-x-[100vw] before:inset-y-0 before:-z-10 before:border-t before:border-line before:bg-page/90 before:backdrop-blur-md md:bottom-0 short:relative short:bottom-0">
      <Button onClick={onCancel}>Cancelar</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {saveLabel}
      </Button>
    </div>
  );
}
