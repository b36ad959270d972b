import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { ActionBar } from '@/components/page/action-bar.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { cn } from '@/lib/style/cn.ts';

import { LeaveGuard } from './leave-guard.tsx';
import type { Submission } from './use-submit.ts';

/** A form that is a page: its parts on a card, what the server refused, and its buttons in sight. */
export function LongForm<Values extends FieldValues>({
  form,
  submission: { submit, problem, busy },
  readOnly = false,
  saveLabel,
  onCancel,
  children,
}: {
  form: UseFormReturn<Values>;
  submission: Submission;
  /** It is looked at only: nothing can be typed, and nothing is there to be pressed. */
  readOnly?: boolean;
  saveLabel: string;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard when={form.formState.isDirty && !form.formState.isSubmitting} />
      <fieldset disabled={readOnly} className="min-w-0 divide-y divide-line card">
        {children}
      </fieldset>
      <ProblemCallout error={problem} className="mt-4" />
      {!readOnly && <FormFooter saveLabel={saveLabel} busy={busy} onCancel={onCancel} />}
    </form>
  );
}

/** A part of a long form: what it is about at the side, or above where it needs the width, its fields in six columns. */
export function FormSection({
  title,
  text,
  wide = false,
  children,
}: {
  title: string;
  text: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className={cn('grid gap-6 p-5 sm:p-6', !wide && 'lg:grid-cols-[240px_1fr] lg:gap-10')}
    >
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div className="grid min-w-0 content-start gap-5 sm:grid-cols-6">{children}</div>
    </section>
  );
}

/** The buttons of a long form, which stay in sight. */
function FormFooter({
  saveLabel,
  busy,
  onCancel,
}: {
  saveLabel: string;
  busy: boolean;
  onCancel: () => void;
}) {
  return (
    <ActionBar className="mt-6 justify-end">
      <Button onClick={onCancel}>Cancelar</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {saveLabel}
      </Button>
    </ActionBar>
  );
}
