import type { AnswerOf } from '@lacre/contracts';

type Preview = AnswerOf<'createPersonBatch'>;

/** A line of the file as the preview has it: a person who can be created, or the error. */
export interface PreviewLine {
  line: number;
  person: { name: string; cpf: string; email: string } | undefined;
  /** As it stands in the file, for those that cannot be read. */
  text: string;
  faults: { field: string; message: string }[];
}

/** The lines that the preview speaks of, those at fault first. */
export function previewLines(preview: Preview, fileText: string): PreviewLine[] {
  const texts = fileText.split(/\r\n|\r|\n/);
  const byLine = new Map<number, PreviewLine>();
  const at = (line: number): PreviewLine => {
    const known = byLine.get(line);
    if (known !== undefined) return known;
    const made: PreviewLine = { line, person: undefined, text: (texts[line - 1] ?? '').trim(), faults: [] };
    byLine.set(line, made);
    return made;
  };
  for (const { line, name, cpf, email } of preview.persons) at(line).person = { name, cpf, email };
  for (const { line, field, message } of preview.errors) at(line).faults.push({ field, message });
  return [...byLine.values()].toSorted(
    (one, other) => Number(other.faults.length > 0) - Number(one.faults.length > 0) || one.line - other.line,
  );
}

/** UTF-8 where it is that, else what Brazilian spreadsheets write. */
export function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
