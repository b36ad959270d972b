import {
  COMPANY_FIELDS,
  PERSON_FIELDS,
  requiredFirst,
  type CompanyPlaceholder,
  type FieldTable,
  type PersonPlaceholder,
  type PlaceholderOf,
} from '../registers/index.ts';
import { emphasised, type Emphasis } from './emphasis.ts';
import { pipeTableAt, type Alignment, type PipeTable } from './pipe-table.ts';
import { PLACEHOLDER, placeholderName, requestingKey, VALUE_NAME } from './placeholder.ts';
import { clauseMark } from './template-clauses.ts';
import { numberMark } from './template-numbers.ts';
import { isValueFormat, type ValueFormatName } from './value-formats.ts';

/**
 * The text of a template: paragraphs parted by blank lines, `#` to `###` before headings, `-` and `1.` before items of
 * lists, `**bold**`, `*italics*`, tables with bars between cells and dashes under the header, and `{{placeholders}}`,
 * which are filled when it is used. What fills them is never read as markup.
 */

export interface TextRun extends Emphasis {
  text: string;
}

/** A piece of a block: text as it stands, or a placeholder by its name. */
export type TextPiece = TextRun | ({ placeholder: string } & Emphasis);

/** A table whose cells are written in one way: pieces of a text, or what they are filled with. */
export interface TableOf<Cell> {
  kind: 'table';
  alignments: Alignment[];
  header: Cell[];
  /** Each with as many cells as the header. */
  rows: Cell[][];
}

export interface FlowingBlock {
  kind: 'heading-1' | 'heading-2' | 'heading-3' | 'paragraph' | 'bullet' | 'number';
  /** What stands before a numbered item: `3.` */
  label?: string;
  pieces: TextPiece[];
}

export type TextBlock = FlowingBlock | TableOf<TextPiece[]>;

/**
 * What a text is filled with, each name once, in its order: what stands between double braces, and for the marks of a
 * clause the yes or no that decides it. Numbers are filled with nothing.
 */
export function placeholdersIn(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, written = '']) => placeholderName(written));
  const filled = names.filter((name) => numberMark(name) === undefined);
  return [...new Set(filled.map((name) => clauseMark(name)?.field ?? name))];
}

/**
 * Where the first braces stand that open or close a placeholder that there is not: `{{contratada.nome`. They would be read
 * as text. Undefined where there are none.
 */
export function looseBracesIn(text: string): number | undefined {
  const blanked = text.replaceAll(PLACEHOLDER, (written) => ' '.repeat(written.length));
  const at = blanked.search(/\{\{|\}\}/);
  return at === -1 ? undefined : at;
}

const HEADING = /^(#{1,3})\s+(.+)$/;
const BULLET = /^[-*•]\s+(.+)$/;
const NUMBERED = /^(\d{1,3}[.)])\s+(.+)$/;

/** The blocks of a template's text, in their order. */
export function templateBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', pieces: piecesOf(paragraph.join('\n')) });
    paragraph = [];
  };
  const lines = text.split(/\r\n|\r|\n/).map((each) => each.trim());
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const found = pipeTableAt(lines, at);
    const block = found === undefined ? ownBlockOf(line) : tableBlock(found.table);
    if (block === undefined && line !== '') {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    if (block !== undefined) blocks.push(block);
    if (found !== undefined) at += found.lines - 1;
  }
  endParagraph();
  return blocks;
}

const tableBlock = ({ alignments, header, rows }: PipeTable): TextBlock => ({
  kind: 'table',
  alignments,
  header: header.map(piecesOf),
  rows: rows.map((cells) => cells.map(piecesOf)),
});

/** Of a line that is a block by itself. */
function ownBlockOf(line: string): FlowingBlock | undefined {
  const [, marks, heading] = HEADING.exec(line) ?? [];
  if (marks !== undefined && heading !== undefined)
    return { kind: `heading-${marks.length as 1 | 2 | 3}`, pieces: piecesOf(heading) };
  const [, item] = BULLET.exec(line) ?? [];
  if (item !== undefined) return { kind: 'bullet', pieces: piecesOf(item) };
  const [, label, numbered] = NUMBERED.exec(line) ?? [];
  if (label !== undefined && numbered !== undefined)
    return { kind: 'number', label, pieces: piecesOf(numbered) };
  return undefined;
}

const piecesOf = (text: string): TextPiece[] =>
  emphasised(text).flatMap(({ text: part, ...emphasis }) => withPlaceholders(part, emphasis));

function withPlaceholders(text: string, emphasis: Emphasis): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), ...emphasis });
    pieces.push({ placeholder: placeholderName(match[1] ?? ''), ...emphasis });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), ...emphasis });
  return pieces;
}

const placeholdersOf = <Table extends FieldTable>(table: Table): PlaceholderOf<Table>[] =>
  requiredFirst(table).flatMap(([, { placeholder }]) =>
    placeholder === undefined ? [] : [placeholder as PlaceholderOf<Table>],
  );

/** What a placeholder may say of a participant after the role's key: `contratada.nome`. */
export const PERSON_PLACEHOLDERS: readonly PersonPlaceholder[] = placeholdersOf(PERSON_FIELDS);
/** As above, after `empresa.`. */
export const COMPANY_PLACEHOLDERS: readonly CompanyPlaceholder[] = placeholdersOf(COMPANY_FIELDS);

/** Keys that no role may have. */
export const RESERVED_KEYS = ['empresa', 'conta', 'data'] as const;

export type PlaceholderMeaning =
  /** Who takes a role, or the person at whose request they sign, by their key. */
  | { of: 'person'; key: string; what: PersonPlaceholder }
  | { of: 'company'; what: CompanyPlaceholder }
  /** The day it is filled, in words. */
  | { of: 'date' }
  /** The tenant's name. */
  | { of: 'tenant' }
  /** Typed when the template is used; with a format, held to it. */
  | { of: 'value'; format?: ValueFormatName };

/** What a role goes by: letters without accents, digits and underscores. */
export const ROLE_KEY = /^[a-z][\da-z_]{0,39}$/;

/** Whether a placeholder can stand for something in a template whose roles are not known yet. */
export function canMean(placeholder: string): boolean {
  const [key = ''] = placeholder.split('.');
  const isRole = ROLE_KEY.test(key) && !includes(RESERVED_KEYS, key);
  return meaningOf(placeholder, isRole ? [key, requestingKey(key)] : []) !== undefined;
}

const includes = <Item extends string>(list: readonly Item[], text: string): text is Item =>
  (list as readonly string[]).includes(text);

/**
 * What a placeholder stands for in a template, undefined when it can stand for nothing.
 * @param people as {@link peopleKeysOf} names them
 */
export function meaningOf(placeholder: string, people: readonly string[]): PlaceholderMeaning | undefined {
  if (placeholder === 'data') return { of: 'date' };
  if (placeholder === 'conta.nome') return { of: 'tenant' };
  const dot = placeholder.lastIndexOf('.');
  if (dot === -1) return typedMeaningOf(placeholder);
  const [key, what] = [placeholder.slice(0, dot), placeholder.slice(dot + 1)];
  if (key === 'empresa') return includes(COMPANY_PLACEHOLDERS, what) ? { of: 'company', what } : undefined;
  if (!people.includes(key)) return undefined;
  return includes(PERSON_PLACEHOLDERS, what) ? { of: 'person', key, what } : undefined;
}

/** `valor` is any text, `veiculo:placa` one of the format that the colon names. */
function typedMeaningOf(placeholder: string): PlaceholderMeaning | undefined {
  const [name = '', format, ...rest] = placeholder.split(':');
  if (!VALUE_NAME.test(name) || rest.length > 0) return undefined;
  if (format === undefined) return { of: 'value' };
  return isValueFormat(format) ? { of: 'value', format } : undefined;
}
