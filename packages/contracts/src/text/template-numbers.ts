import { PLACEHOLDER, placeholderName, VALUE_NAME } from './placeholder.ts';
import { isValueFormat } from './value-formats.ts';

/**
 * Numbers that follow what a use of the template takes in: `{{1}}` is the next clause's, `{{1.1}}` that of the next item
 * in it, `{{1.1.1}}` one further down. `{{1:multa}}` gives its number a name, which `{{ver:multa}}` says.
 */
export type NumberMark =
  | { kind: 'number'; level: number; name: string | undefined }
  | { kind: 'reference'; name: string };

const MARK = /^(?:(?<first>1(?:\.1){0,2})(?::(?<name>.+))?|ver:(?<referred>.+))$/;

/** What a placeholder marks of numbers; undefined when it marks none. */
export function numberMark(placeholder: string): NumberMark | undefined {
  const { first, name, referred } = MARK.exec(placeholder)?.groups ?? {};
  const named = name ?? referred;
  // `{{ver:cpf}}` is a value that is typed, as ever.
  if (named !== undefined && (!VALUE_NAME.test(named) || isValueFormat(named))) return undefined;
  if (first !== undefined) return { kind: 'number', level: first.split('.').length, name };
  return referred === undefined ? undefined : { kind: 'reference', name: referred };
}

interface PlacedMark {
  start: number;
  end: number;
  mark: NumberMark;
}

const marksIn = (text: string): PlacedMark[] =>
  [...text.matchAll(PLACEHOLDER)].flatMap(({ 0: written, 1: inside = '', index }) => {
    const mark = numberMark(placeholderName(inside));
    return mark === undefined ? [] : [{ start: index, end: index + written.length, mark }];
  });

/** References to names that no number of the text has, as their placeholders are named, each once. */
export function danglingReferencesIn(text: string): string[] {
  const marks = marksIn(text).map(({ mark }) => mark);
  const known = new Set(marks.map((mark) => (mark.kind === 'number' ? mark.name : undefined)));
  const dangling = marks.filter((mark) => mark.kind === 'reference' && !known.has(mark.name));
  return [...new Set(dangling.map(({ name }) => `ver:${name}`))];
}

/**
 * The text with its numbers written out. An item before any clause counts as one of the first. Of numbers that have the
 * same name, the first is the one referred to; a reference to none stays as it is.
 */
export function withNumbers(text: string): string {
  const marks = marksIn(text);
  const counts: number[] = [];
  const numbers = new Map<NumberMark, string>();
  const named = new Map<string, string>();
  for (const { mark } of marks) {
    if (mark.kind === 'reference') continue;
    const { level, name } = mark;
    counts.length = Math.min(counts.length, level);
    while (counts.length < level - 1) counts.push(1);
    counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    const number = counts.join('.');
    numbers.set(mark, number);
    if (name !== undefined && !named.has(name)) named.set(name, number);
  }
  let written = '';
  let at = 0;
  for (const { start, end, mark } of marks) {
    const number = mark.kind === 'number' ? numbers.get(mark) : named.get(mark.name);
    written += text.slice(at, start) + (number ?? text.slice(start, end));
    at = end;
  }
  return written + text.slice(at);
}
