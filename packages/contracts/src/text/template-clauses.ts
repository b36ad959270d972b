import { PLACEHOLDER, placeholderName, VALUE_NAME } from './placeholder.ts';
import type { ValueFormatName } from './value-formats.ts';

/**
 * Clauses that a use of the template takes in or leaves out: what stands between `{{#garantia}}` and `{{/garantia}}` is
 * there when `garantia:simnao` says yes, and between `{{^garantia}}` and `{{/garantia}}` when it says no.
 */

export interface ClauseMark {
  opens: boolean;
  /** It is there when the answer is no. */
  negated: boolean;
  /** The yes or no that decides it, by the name of its placeholder. */
  field: string;
}

const MARK = /^([#^/])(.+)$/;
const FORMAT: ValueFormatName = 'simnao';

/** What a placeholder marks of a clause; undefined when it marks none. */
export function clauseMark(placeholder: string): ClauseMark | undefined {
  const [, sign, name = ''] = MARK.exec(placeholder) ?? [];
  if (sign === undefined || !VALUE_NAME.test(name)) return undefined;
  return { opens: sign !== '/', negated: sign === '^', field: `${name}:${FORMAT}` };
}

/** The fields that decide a text's clauses, each once, in its order. */
export const clauseFieldsIn = (text: string): string[] => [
  ...new Set(marksIn(text).map(({ field }) => field)),
];

/** What is wrong with the clauses of a text. */
export interface ClauseFault {
  /** The mark as its placeholder is named: `#garantia`. */
  mark: string;
  why: 'never-closed' | 'not-open';
  /** Where the mark stands in the text. */
  start: number;
}

interface TextMark extends ClauseMark {
  name: string;
  /** With its whole line when nothing else stands there. */
  start: number;
  end: number;
}

function marksIn(text: string): TextMark[] {
  return [...text.matchAll(PLACEHOLDER)].flatMap(({ 0: written, 1: inside = '', index }) => {
    const name = placeholderName(inside);
    const mark = clauseMark(name);
    if (mark === undefined) return [];
    const end = index + written.length;
    const lineStart = text.lastIndexOf('\n', index - 1) + 1;
    const nextLine = text.indexOf('\n', end);
    const lineEnd = nextLine === -1 ? text.length : nextLine + 1;
    const isAlone = text.slice(lineStart, index).trim() === '' && text.slice(end, lineEnd).trim() === '';
    return [{ ...mark, name, ...(isAlone ? { start: lineStart, end: lineEnd } : { start: index, end }) }];
  });
}

/** The first clause that does not close, or closes without being open: clauses stand one in the other or side by side. */
export function clauseFaultIn(text: string): ClauseFault | undefined {
  const open: TextMark[] = [];
  for (const mark of marksIn(text)) {
    if (mark.opens) open.push(mark);
    else if (open.pop()?.field !== mark.field) return { mark: mark.name, why: 'not-open', start: mark.start };
  }
  const [left] = open;
  return left && { mark: left.name, why: 'never-closed', start: left.start };
}

/**
 * The text without its marks and without the clauses that are left out.
 *
 * @param answers what decides clauses, asked of those alone that stand in none left out
 */
export function withClauses(written: string, answers: (field: string) => boolean): string {
  const text = written.replaceAll(/\r\n?/g, '\n');
  const open: boolean[] = [];
  let shown = '';
  let at = 0;
  const isShown = () => !open.includes(false);
  for (const { opens, negated, field, start, end } of marksIn(text)) {
    if (isShown()) shown += text.slice(at, start);
    at = end;
    if (opens) open.push(isShown() && answers(field) !== negated);
    else open.pop();
  }
  return shown + text.slice(at);
}
