import { PLACEHOLDER, placeholderName } from './placeholder.ts';
import { clauseFaultIn, clauseMark } from './template-clauses.ts';
import { danglingReferencesIn, numberMark } from './template-numbers.ts';
import { looseBracesIn, meaningOf } from './template-text.ts';

/** What keeps a text from being used, and where it stands in it. */
export interface TextFault {
  why: 'unknown' | 'dangling' | 'loose-braces' | 'never-closed' | 'not-open';
  /** As its placeholder is named; of loose braces nothing. */
  name: string;
  start: number;
  end: number;
}

/** The faults of a text, in its order; a name that is wrong in several places is said once. */
export function textFaultsIn(text: string, people: readonly string[]): TextFault[] {
  const dangling = danglingReferencesIn(text);
  const clause = clauseFaultIn(text);
  const faults = new Map<string, TextFault>();
  for (const { 0: written, 1: inside = '', index: start } of text.matchAll(PLACEHOLDER)) {
    const name = placeholderName(inside);
    const place = { name, start, end: start + written.length };
    if (dangling.includes(name)) put({ why: 'dangling', ...place });
    else if (clause?.mark === name && start >= clause.start) put({ why: clause.why, ...place });
    else if (isUnknown(name)) put({ why: 'unknown', ...place });
  }
  const braces = looseBracesIn(text);
  if (braces !== undefined) put({ why: 'loose-braces', name: '', start: braces, end: braces + 2 });
  return [...faults.values()].toSorted((a, b) => a.start - b.start);

  function put(fault: TextFault): void {
    if (!faults.has(fault.name)) faults.set(fault.name, fault);
  }
  function isUnknown(name: string): boolean {
    return numberMark(name) === undefined && meaningOf(clauseMark(name)?.field ?? name, people) === undefined;
  }
}
