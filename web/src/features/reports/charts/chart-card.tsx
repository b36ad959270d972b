import type { ReactNode } from 'react';

import { Section } from '@/components/page/section.tsx';

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
  return (
    // A chart takes the width that there is, and no more.
    <div className="min-w-0">
      <Section title={title} text={text} action={action}>
        {children}
        {table !== undefined && (
          <details className="mt-5 text-sm">
            <summary className="w-fit cursor-pointer rounded py-1 text-primary-ink underline-offset-4 hover:underline">
              Ver como tabela
            </summary>
            <div className="mt-3">{table}</div>
          </details>
        )}
      </Section>
    </div>
  );
}
