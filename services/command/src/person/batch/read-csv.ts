import { CsvError, parse } from 'csv-parse/sync';

/** A row as it stands in the file. */
export interface CsvRow {
  /** Where it begins, from 1. */
  line: number;
  cells: string[];
}

export type CsvContent = { ok: true; rows: CsvRow[] } | { ok: false; line: number; message: string };

/** Longest row, characters. */
const MAX_ROW = 20_000;

/** The text of a file: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252, which is what is left. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The mark that parts cells: whichever the first line has most of, quoted text left out. */
function delimiterOf(text: string): string {
  const [header = ''] = text.trimStart().split(/\r\n|\r|\n/, 1);
  const bare = header.replaceAll(/"(?:[^"]|"")*"/g, '');
  const count = (mark: string) => bare.split(mark).length;
  return [';', ',', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** The rows of a CSV file (RFC 4180), empty ones left out. */
export function readCsv(bytes: Uint8Array): CsvContent {
  const text = textOf(bytes);
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: MAX_ROW,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    // A cell of several lines ends its row further down than it began.
    const rows = records.map(({ record: cells, info }) => ({
      line: info.lines - cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0),
      cells,
    }));
    return { ok: true, rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1;
    return { ok: false, line, message: MESSAGES[error.code] ?? 'A linha não pôde ser lida' };
  }
}

const MESSAGES: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'As aspas abertas aqui não foram fechadas',
  CSV_INVALID_CLOSING_QUOTE: 'Há texto depois de fechar as aspas',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'Há texto depois de fechar as aspas',
  INVALID_OPENING_QUOTE: 'Há aspas no meio de um campo que não começa com elas',
  CSV_MAX_RECORD_SIZE: 'A linha é longa demais',
};
