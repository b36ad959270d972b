/** A table of Markdown as the formatter aligns it: the first row is its head. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => widths.map((width, column) => (row[column] ?? '').padEnd(width)));
  const rule = widths.map((width) => '-'.repeat(width));
  return lines
    .toSpliced(1, 0, rule)
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
