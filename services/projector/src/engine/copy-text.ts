import type { AnyRow, AnyTable } from '@lacre/read-models';

import { columnWriter } from './table-rows.ts';

const NULL = String.raw`\N`;

/** Writes rows of one table as lines of the text format of COPY (PostgreSQL, COPY, "Text Format"). */
export class CopyText {
  readonly columns: string;
  readonly #writers: readonly { name: string; write: (value: unknown) => string | null }[];

  constructor(table: AnyTable) {
    const columns = Object.entries(table.columns);
    this.columns = columns.map(([name]) => name).join(', ');
    this.#writers = columns.map(([name, column]) => ({ name, write: columnWriter(column) }));
  }

  lineOf(row: AnyRow): string {
    let line = '';
    let separator = '';
    for (const { name, write } of this.#writers) {
      line += separator + (write(row[name]) ?? NULL);
      separator = '\t';
    }
    return `${line}\n`;
  }

  /** The rows in chunks of about this many characters. */
  *chunksOf(rows: Iterable<AnyRow | undefined>, length: number): Generator<string> {
    let chunk = '';
    for (const row of rows) {
      if (row === undefined) continue;
      chunk += this.lineOf(row);
      if (chunk.length < length) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
  }
}
