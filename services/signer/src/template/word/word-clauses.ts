import { PLACEHOLDER, placeholderName } from '@lacre/contracts/placeholder';
import { clauseMark } from '@lacre/contracts/template-clauses';

import type { DocxPart } from './docx-package.ts';
import { editsOf, withFillings, type Filling } from './word-edits.ts';
import { isWord, paragraphsIn, whereIs, type Paragraph } from './word-paragraphs.ts';
import { edited, type XmlEdit, type XmlElement } from './xml-tree.ts';

/** By the field that decides a clause, whether it says yes. */
export type ClauseAnswers = Readonly<Record<string, boolean>>;

interface Mark {
  paragraph: Paragraph;
  written: string;
  field: string;
  negated: boolean;
  start: number;
  end: number;
}

interface Clause {
  open: Mark;
  close: Mark;
  /** The one that it stands in. */
  within: Clause | undefined;
  /** Rows of a table that it takes in whole: its marks stand in the first and the last of them. */
  rows: { first: XmlElement; last: XmlElement } | undefined;
}

/** The clauses of a part, outer ones first, and what is wrong with their marks. */
export function clausesIn(paragraphs: readonly Paragraph[]): { clauses: Clause[]; faults: string[] } {
  const clauses: Clause[] = [];
  const faults: string[] = [];
  const open: Mark[] = [];
  for (const { mark, opens } of paragraphs.flatMap(marksIn)) {
    if (opens) {
      open.push(mark);
      continue;
    }
    const opening = open.at(-1);
    if (opening?.field !== mark.field) {
      faults.push(
        `${mark.written} fecha uma cláusula que não está aberta ${whereIs(mark.paragraph, mark.written)}`,
      );
      continue;
    }
    open.pop();
    const span = spanOf(opening.paragraph.element, mark.paragraph.element);
    if (span === undefined)
      faults.push(
        `A cláusula ${opening.written} abre e fecha em lugares diferentes: ponha as duas marcas no mesmo parágrafo, em ` +
          `parágrafos do mesmo texto ou em linhas da mesma tabela ${whereIs(opening.paragraph, opening.written)}`,
      );
    else clauses.push({ open: opening, close: mark, within: undefined, rows: span.rows });
  }
  for (const { written, paragraph } of open)
    faults.push(`A cláusula ${written} não é fechada ${whereIs(paragraph, written)}`);
  const ordered = clauses.toSorted(
    (a, b) => placeOf(a.open) - placeOf(b.open) || b.open.start - a.open.start,
  );
  return { clauses: nested(ordered), faults };
}

/** Marks by their order: a paragraph's XML is longer than its text. */
const placeOf = ({ paragraph, start }: Mark): number => paragraph.element.start + start / 2 ** 20;

/** Closing marks come from the inside out: what opens before and closes behind another has it in it. */
function nested(ordered: readonly Clause[]): Clause[] {
  const around: Clause[] = [];
  return ordered.map((clause) => {
    while (around.length > 0 && placeOf((around.at(-1) as Clause).close) < placeOf(clause.open)) around.pop();
    const whole = { ...clause, within: around.at(-1) };
    around.push(whole);
    return whole;
  });
}

function marksIn(paragraph: Paragraph): { mark: Mark; opens: boolean }[] {
  return [...paragraph.text.matchAll(PLACEHOLDER)].flatMap(({ 0: written, 1: inside = '', index }) => {
    const found = clauseMark(placeholderName(inside));
    if (found === undefined) return [];
    const { field, negated, opens } = found;
    return [
      { mark: { paragraph, written, field, negated, start: index, end: index + written.length }, opens },
    ];
  });
}

/** From one paragraph to another of the same text, or over rows of the same table; undefined for anything else. */
function spanOf(from: XmlElement, to: XmlElement): { rows: Clause['rows'] } | undefined {
  if (from.parent === to.parent) return { rows: undefined };
  const above = new Map<XmlElement, XmlElement>();
  for (let at: XmlElement = from; at.parent !== undefined; at = at.parent) above.set(at.parent, at);
  let last = to;
  while (last.parent !== undefined && !above.has(last.parent)) last = last.parent;
  const common = last.parent;
  const first = common && above.get(common);
  if (common === undefined || first === undefined) return undefined;
  if (isWord(common, 'tr')) return { rows: { first: common, last: common } };
  return isWord(first, 'tr') && isWord(last, 'tr') ? { rows: { first, last } } : undefined;
}

/**
 * A part as a use with these answers shows it: without marks, and without the clauses that are left out.
 *
 * @returns also the fields that no answer is given for: what hangs on them is left out. @throws XmlError
 */
export function withAnswers(
  { xml, kind }: DocxPart,
  answers: ClauseAnswers,
): { xml: string; undecided: string[] } {
  const { paragraphs } = paragraphsIn(xml, kind);
  const { clauses } = clausesIn(paragraphs);
  if (clauses.length === 0) return { xml, undecided: [] };
  const undecided = new Set<string>();
  const out = new Set<Clause>();
  const cuts: XmlEdit[] = [];
  const fillings = new Map<Paragraph, Filling[]>();
  const cut = (paragraph: Paragraph, start: number, end: number): void => {
    fillings.set(paragraph, [...(fillings.get(paragraph) ?? []), { start, end, by: '' }]);
  };
  for (const clause of clauses) {
    const { open, close, within, rows } = clause;
    cut(open.paragraph, open.start, open.end);
    cut(close.paragraph, close.start, close.end);
    if (within !== undefined && out.has(within)) {
      out.add(clause);
      continue;
    }
    const answer = answers[open.field];
    if (answer === undefined) undecided.add(open.field);
    if (answer !== undefined && answer !== open.negated) continue;
    out.add(clause);
    if (rows !== undefined) cuts.push({ start: rows.first.start, end: rows.last.end, by: '' });
    else if (open.paragraph === close.paragraph) cut(open.paragraph, open.start, close.end);
    else {
      cut(open.paragraph, open.start, open.paragraph.text.length);
      cut(close.paragraph, 0, close.end);
      cuts.push({ start: open.paragraph.element.end, end: close.paragraph.element.start, by: '' });
    }
  }
  const tables = emptyTables(clauses, cuts);
  const edits = [...fillings].flatMap(([paragraph, spans]) => writtenAnew(paragraph, spans));
  return { xml: edited(xml, [...tables, ...cuts, ...edits]), undecided: [...undecided] };
}

/** A paragraph of which only marks are left goes, unless its place needs one, or it ends a section. */
function writtenAnew(paragraph: Paragraph, spans: readonly Filling[]): XmlEdit[] {
  const ordered = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const { element } = paragraph;
  const isBlank = withFillings(paragraph.text, ordered).trim() === '';
  const siblings = element.parent?.children ?? [];
  const isNeeded = !isWord(element.parent ?? element, 'body') && siblings.at(-1) === element;
  const properties = element.children.find((child) => isWord(child, 'pPr'));
  const endsSection = properties?.children.some((child) => isWord(child, 'sectPr')) ?? false;
  return isBlank && !isNeeded && !endsSection
    ? [{ start: element.start, end: element.end, by: '' }]
    : editsOf(paragraph, ordered);
}

/** Tables that lose their last row go too: one without rows is none (ECMA-376 part 1, 17.4.37), and a cell ends in a paragraph. */
function emptyTables(clauses: readonly Clause[], cuts: readonly XmlEdit[]): XmlEdit[] {
  const tables = new Set(
    clauses.flatMap(({ rows }) => (rows?.first.parent === undefined ? [] : [rows.first.parent])),
  );
  const isCut = ({ start, end }: XmlElement) => cuts.some((cut) => cut.start <= start && cut.end >= end);
  return [...tables].flatMap((table) => {
    const rows = table.children.filter((child) => isWord(child, 'tr'));
    return rows.every(isCut) ? [{ start: table.start, end: table.end, by: '' }] : [];
  });
}
