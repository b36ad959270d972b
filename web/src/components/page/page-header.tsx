import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, CircleHelp } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { useTitle } from '@/lib/hooks/use-title.ts';

const HelpDialog = lazyDialog(
  () => import('./help-dialog.tsx'),
  (code) => code.default,
);

export interface Crumb {
  label: string;
  to: NonNullable<LinkProps['to']>;
}

const NO_CRUMBS: readonly Crumb[] = [];

export interface PageHeaderProps {
  title: string;
  /** In place of the title, while the heading must show more than text. */
  heading?: ReactNode;
  breadcrumb?: readonly Crumb[];
  /** Explains the screen; opens from a question mark. */
  help?: ReactNode;
  /** Actions, at the far end. */
  extra?: ReactNode;
}

/** The head of every signed-in screen; it stays in sight. */
export function PageHeader({ title, heading, breadcrumb = NO_CRUMBS, help, extra }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className="sticky top-0 isolate z-20 before:absolute before:-inset-x-[100vw] before:inset-y-0 before:-z-10 before:border-b before:border-line before:bg-page/90 before:backdrop-blur-md short:relative">
      <div className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <div className="min-w-48 flex-1">
          {breadcrumb.length > 0 && <Breadcrumb crumbs={breadcrumb} current={title} />}
          <div className="flex items-center gap-1">
            <h1 className="line-clamp-2 min-w-0 text-xl font-semibold wrap-anywhere">{heading ?? title}</h1>
            {help !== undefined && <Help title={title}>{help}</Help>}
          </div>
        </div>
        {extra !== undefined && (
          <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2">{extra}</div>
        )}
      </div>
    </header>
  );
}

function Breadcrumb({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label="Você está em" className="mb-0.5">
      <ol className="flex items-center gap-1 text-[0.8125rem] text-subtle">
        {crumbs.map((crumb) => (
          <Fragment key={crumb.label}>
            <li>
              <Link to={crumb.to} className="flex items-center gap-1 rounded hover:text-ink hover:underline">
                <ChevronLeft aria-hidden="true" className="size-3.5 sm:hidden" />
                {crumb.label}
              </Link>
            </li>
            <li aria-hidden="true" className="max-sm:hidden">
              <ChevronRight className="size-3.5" />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="truncate max-sm:hidden">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function Help({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Ajuda sobre ${title.toLocaleLowerCase('pt-BR')}`}
        icon={<CircleHelp />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <HelpDialog title={title} onClose={() => setOpen(false)}>
          {children}
        </HelpDialog>
      )}
    </>
  );
}
