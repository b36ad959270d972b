import { useId, type ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { cn } from '@/lib/style/cn.ts';

import type { Submission } from './use-submit.ts';

/** A form that is a dialog: what the server refused above its fields, its buttons at the foot. */
export function FormDialog<Values extends FieldValues>({
  form,
  submission: { submit, problem, busy },
  title,
  description,
  saveLabel,
  busyLabel = saveLabel,
  columns = 'flex flex-col',
  className,
  onClose,
  children,
}: {
  form: UseFormReturn<Values>;
  submission: Submission;
  title: ReactNode;
  description?: ReactNode;
  saveLabel: string;
  /** What the button says while it waits for the server, where it can say more than it did. */
  busyLabel?: string;
  /** How the fields lie; one below the other without it. */
  columns?: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy}
      unsaved={form.formState.isDirty}
      title={title}
      description={description}
      {...(className === undefined ? {} : { className })}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {busy ? busyLabel : saveLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          // The form it was opened from hears of it in React's tree, and is not the one that is sent.
          event.stopPropagation();
          submit(event);
        }}
        noValidate
        className={cn('gap-5', columns)}
      >
        <ProblemCallout error={problem} className="col-span-full" />
        {children}
      </form>
    </Dialog>
  );
}
