import { FileText } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { LazyPdfViewer } from '@/components/pdf/lazy-pdf-viewer.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { fieldWords } from '@/entities/template/placeholder-words.ts';
import type { Previewed } from '@/entities/template/preview.ts';
import { formatList } from '@/lib/format/format.ts';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';
import { cn } from '@/lib/style/cn.ts';

import { usePreview } from './use-preview.ts';

/** How long a drawing is waited for before its progress is shown, milliseconds. */
const SILENT_MS = 500;

/** The document that a template makes, with the clauses that are chosen here. */
export function DocumentPreview({
  clauses,
  previewedWith,
  lostWithout,
  beside,
  empty,
}: {
  /** The fields that decide them, by yes or no. */
  clauses: readonly string[];
  /** What is drawn with these values; undefined: there is nothing yet. */
  previewedWith: (values: Record<string, string>) => Previewed | undefined;
  /** References to what is left out with these clauses. */
  lostWithout?: (left: readonly string[]) => readonly string[];
  /** What makes it stands beside it. */
  beside: boolean;
  /** Said where nothing is drawn yet. */
  empty: string;
}) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const values = Object.fromEntries(
    clauses.map((field) => [field, left.includes(field) ? 'não' : 'sim'] as const),
  );
  const { source, problem, busy, retry } = usePreview(previewedWith(values));
  const isLate = useDebounced(busy, SILENT_MS) && busy;
  const lost = lostWithout?.(left) ?? [];
  return (
    <section
      aria-label="Prévia do documento"
      aria-busy={busy}
      className={cn(
        'flex flex-col overflow-hidden border border-line bg-surface',
        beside ? 'sticky rounded-xl' : 'max-sm:-mx-5 sm:rounded-xl',
      )}
      // Beside the text it stays in view between the page's header and the form's buttons.
      style={beside ? { top: '5rem', height: 'max(24rem, 100dvh - 13rem)' } : { height: 'max(24rem, 75dvh)' }}
    >
      <div className="flex flex-col gap-3 border-b border-line p-3 sm:px-4">
        <p className="text-[0.8125rem] text-muted">
          O documento como será assinado. Os campos ainda sem dados aparecem entre chaves.
        </p>
        {clauses.length > 0 && (
          <fieldset className="flex flex-wrap gap-x-5 gap-y-2 overflow-y-auto" style={{ maxHeight: '8rem' }}>
            <legend className="mb-1.5 text-[0.8125rem] font-medium">Cláusulas que entram</legend>
            {clauses.map((field) => (
              <Checkbox
                key={field}
                label={nameOf(field)}
                checked={!left.includes(field)}
                onChange={() =>
                  setLeft(left.includes(field) ? left.filter((one) => one !== field) : [...left, field])
                }
              />
            ))}
          </fieldset>
        )}
        {lost.length > 0 && (
          <Callout live tone="warning" title="O texto fala de uma cláusula que ficou de fora">
            {formatList(lost.map((name) => `{{${name}}}`))}. Ponha a referência dentro da mesma cláusula, ou o
            documento não poderá ser feito sem ela.
          </Callout>
        )}
        {problem !== undefined && (
          <>
            <ProblemCallout error={problem} failed="Não foi possível desenhar a prévia" onRetry={retry} />
            {problem.fields.map(({ field, message }) => (
              <p key={field} className="text-[0.8125rem] text-danger">
                {PLACES[field] === undefined ? message : `${PLACES[field]}: ${message}`}
              </p>
            ))}
          </>
        )}
      </div>
      <div className="relative min-h-0 flex-1">
        {isLate && (
          <div className="absolute inset-x-0 top-0 z-10">
            <Progress label="Desenhando a prévia" className="rounded-none!" />
          </div>
        )}
        {source === undefined ? (
          <div className="flex h-full flex-col items-center justify-center gap-3 bg-sunken p-6 text-center text-sm text-muted">
            <FileText aria-hidden="true" className="size-6 text-subtle" />
            {busy ? 'Desenhando a prévia…' : empty}
          </div>
        ) : (
          <LazyPdfViewer source={source} label="prévia" />
        )}
      </div>
    </section>
  );
}

/** Where in the form a field of the request is typed. */
const PLACES: Readonly<Record<string, string>> = { title: 'Título do documento', text: 'Texto' };

/** `garantia:simnao` is the clause "Garantia". */
const nameOf = (field: string): string => fieldWords(field.slice(0, field.indexOf(':')));
