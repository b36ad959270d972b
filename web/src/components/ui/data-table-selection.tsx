import { CheckMark } from './checkbox.tsx';

/** Choosing rows of a list, across its pages: what is chosen is kept by key, by whoever shows the list. */
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
    <CheckMark
      aria-label={selection.labelAll}
      disabled={choosable.length === 0}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => {
        for (const row of choosable) selection.onChange(row, !all);
      }}
    />
  );
}

/** Chooses one row. Above the link that covers the row. */
export function SelectRow<Row>({ selection, row, rowKey }: Omit<Rows<Row>, 'rows'> & { row: Row }) {
  return (
    <span className="relative z-10 inline-flex">
      <CheckMark
        aria-label={selection.label(row)}
        disabled={!selection.selectable(row)}
        checked={selection.selected.has(rowKey(row))}
        onChange={(event) => selection.onChange(row, event.target.checked)}
      />
    </span>
  );
}
