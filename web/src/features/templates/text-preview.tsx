import { clauseFieldsIn, withClauses } from '@lacre/contracts/template-clauses';
import { templateBlocks, type TextBlock, type TextPiece } from '@lacre/contracts/template-text';
import { Fragment, useState } from 'react';

import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { cn } from '@/lib/style/cn.ts';

/** A template's text as the document will be laid out, its placeholders marked. */
export function TextPreview({
  title,
  text,
  unknown,
}: {
  title: string;
  text: string;
  unknown: readonly string[];
}) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const clauses = clauseFieldsIn(text);
  const [heading] = templateBlocks(title);
  const blocks = templateBlocks(withClauses(text, (field) => !left.includes(field)));
  return (
    <>
      {clauses.length > 0 && (
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
          <legend className="mb-1.5 text-[0.8125rem] text-muted">Cláusulas que entram na prévia</legend>
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
      <article
        aria-label="Prévia do documento"
        className="flex min-h-64 flex-col gap-3 rounded-xl border border-line bg-surface p-5 text-sm leading-relaxed sm:p-8"
      >
        <p className="text-center text-lg font-semibold wrap-anywhere">
          <Pieces pieces={heading?.kind === 'table' ? [] : (heading?.pieces ?? [])} unknown={unknown} />
        </p>
        {blocks.length === 0 && <p className="text-center text-muted">O texto aparece aqui.</p>}
        {blocks.map((block, index) => (
          // Blocks have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <Block key={index} block={block} unknown={unknown} />
        ))}
      </article>
    </>
  );
}

/** `garantia:simnao` is the clause `garantia`. */
const nameOf = (field: string): string => field.slice(0, field.indexOf(':'));

const HEADINGS: Partial<Record<TextBlock['kind'], string>> = {
  'heading-1': 'mt-2 text-base font-semibold',
  'heading-2': 'mt-1 font-semibold',
  'heading-3': 'font-medium',
};

function Block({ block, unknown }: { block: TextBlock; unknown: readonly string[] }) {
  if (block.kind === 'table') return <Table table={block} unknown={unknown} />;
  const mark = block.kind === 'bullet' ? '•' : block.kind === 'number' ? block.label : undefined;
  return (
    <p
      className={cn(
        'wrap-anywhere whitespace-pre-line',
        HEADINGS[block.kind],
        mark !== undefined && 'flex gap-2 pl-4',
      )}
    >
      {mark !== undefined && <span className="shrink-0">{mark}</span>}
      <span className="min-w-0">
        <Pieces pieces={block.pieces} unknown={unknown} />
      </span>
    </p>
  );
}

/** Scrolls by itself where its columns are wider than the screen. */
function Table({
  table: { header, rows, alignments },
  unknown,
}: {
  table: Extract<TextBlock, { kind: 'table' }>;
  unknown: readonly string[];
}) {
  const cell = (Tag: 'th' | 'td') => (pieces: readonly TextPiece[], at: number) => (
    <Tag
      // oxlint-disable-next-line react/no-array-index-key -- cells have no name but their place
      key={at}
      {...(Tag === 'th' ? { scope: 'col' } : {})}
      className={cn(
        'border border-line-strong px-2 py-1 align-top whitespace-pre-line',
        Tag === 'th' && 'bg-sunken font-semibold',
        ALIGNED[alignments[at] ?? 'left'],
      )}
    >
      <Pieces pieces={pieces} unknown={unknown} />
    </Tag>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
    <section aria-label="Tabela" tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-[0.8125rem]">
        <thead>
          <tr>{header.map(cell('th'))}</tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no name but their place
            <tr key={at}>{cells.map(cell('td'))}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const ALIGNED = { left: 'text-left', center: 'text-center', right: 'text-right' } as const;

function Pieces({ pieces, unknown }: { pieces: readonly TextPiece[]; unknown: readonly string[] }) {
  return pieces.map((piece, index) => {
    if ('text' in piece) {
      const text = piece.italic ? <em>{piece.text}</em> : piece.text;
      return (
        // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
        <Fragment key={index}>
          {piece.bold ? <strong className="font-semibold">{text}</strong> : text}
        </Fragment>
      );
    }
    const wrong = unknown.includes(piece.placeholder);
    return (
      <span
        // oxlint-disable-next-line react/no-array-index-key -- as above
        key={index}
        className={cn(
          'rounded px-1 py-0.5 text-[0.8125rem]',
          wrong ? 'bg-danger-soft text-danger line-through' : 'bg-primary-soft text-primary-ink',
        )}
      >
        {piece.placeholder}
      </span>
    );
  });
}
