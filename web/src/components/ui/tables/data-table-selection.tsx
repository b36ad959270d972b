import { useId } from 'react';

import { CheckMark } from '@/components/ui/fields/checkbox.tsx';

/** Choosing rows of a list, across its pages: what is chosen is kept by key, by the list's owner. */
export interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (row: Row, selected: boolean) => void;
  /** Whether the row can be chosen at all; one that cannot says why in its label. */
  selectable: (row: Row) => boolean;
  /** What choosing the row is called. */
  label: (row: Row) => string;
  /** What choosing all of the rows shown is called. */
  labelAll: string;
}

interface Rows<Row> {
  selection: Selection<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** Chooses the rows shown, all or none; in between while some are. */
export function SelectAll<Row>({ selection, rows, rowKey }: Rows<Row>) {
  const choosable = rows.filter((row) => selection.selectable(row));
  const chosen = choosable.filter((row) => selection.selected.has(rowKey(row))).length;
  const all = choosable.length > 0 && chosen === choosable.length;
  return (
    <Box
      label={selection.labelAll}
      disabled={choosable.length === 0}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => {
        for (const row of choosable) selection.onChange(row, !all);
      }}
    />
  );
}

/** Chooses one row. */
export function SelectRow<Row>({ selection, row, rowKey }: Omit<Rows<Row>, 'rows'> & { row: Row }) {
  return (
    <Box
      label={selection.label(row)}
      disabled={!selection.selectable(row)}
      checked={selection.selected.has(rowKey(row))}
      onChange={(event) => selection.onChange(row, event.target.checked)}
    />
  );
}

/** A box whose target is larger than itself: a finger finds it, and does not follow the row's link instead. */
function Box({ label, ...rest }: React.ComponentProps<typeof CheckMark> & { label: string }) {
  const id = useId();
  return (
    <label htmlFor={id} className="relative z-10 -m-2.5 flex w-fit p-2.5">
      <CheckMark id={id} {...rest} />
      <span className="sr-only">{label}</span>
    </label>
  );
}
