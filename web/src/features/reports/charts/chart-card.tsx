import { useId, type ReactNode } from 'react';

/** A chart with what it says in a sentence, and its figures as a table behind it. */
export function ChartCard({
  title,
  text,
  action,
  table,
  children,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Left out where the chart is a list of texts already. */
  table?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-5 card p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {text !== undefined && <p className="mt-1 text-sm text-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
      {table !== undefined && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer rounded py-1 text-primary-ink underline-offset-4 hover:underline">
            Ver como tabela
          </summary>
          <div className="mt-3">{table}</div>
        </details>
      )}
    </section>
  );
}
