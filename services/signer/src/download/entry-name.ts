/**
 * Names that every system's unpacker takes, and that lead nowhere: a name is one folder or one file, whatever it
 * was called.
 */

/** Refused by Windows: https://learn.microsoft.com/windows/win32/fileio/naming-a-file; `/` and `\` part folders. */
const FORBIDDEN = /[<>:"/\\|?*]/g;
/** Control, format (bidirectional overrides among them), surrogate, private-use and unassigned; line separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** Device names of Windows, whatever follows a dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=$|\.)/i;
/** Windows drops dots and spaces at an end, Unix hides what begins with a dot, and both take `..` for the parent. */
const EDGES = /^[\s.]+|[\s.]+$/g;
const GRAPHEMES = new Intl.Segmenter('pt-BR');

/** The name made safe, at most `maxBytes` of UTF-8 with its extension, which is kept. */
export function safeName(
  name: string,
  { maxBytes, extension = '' }: { maxBytes: number; extension?: string },
) {
  const stem = name.endsWith(extension) ? name.slice(0, name.length - extension.length) : name;
  const clean = stem
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(FORBIDDEN, '_')
    .replaceAll(EDGES, '')
    .replace(RESERVED, '_$&');
  return `${shortened(clean === '' ? '_' : clean, maxBytes - extension.length)}${extension}`;
}

/** Cut between characters as people see them. */
function shortened(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = '';
  let leftBytes = maxBytes;
  for (const { segment } of GRAPHEMES.segment(text)) {
    leftBytes -= Buffer.byteLength(segment);
    if (leftBytes < 0) break;
    kept += segment;
  }
  return kept.replaceAll(EDGES, '') || '_';
}

/**
 * Names of one folder, made unique for systems that ignore case and composition: `Contrato.pdf` and
 * `CONTRATO.PDF` are one file to Windows.
 */
export class NamesOfFolder {
  readonly #taken = new Set<string>();

  constructor(...taken: readonly string[]) {
    for (const name of taken) this.#taken.add(keyOf(name));
  }

  /** The safe name, with a number when another has it: `Contrato (2).pdf`. */
  take(name: string, { maxBytes, extension = '' }: { maxBytes: number; extension?: string }): string {
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? extension : ` (${number})${extension}`;
      const stem = name.endsWith(extension) ? name.slice(0, name.length - extension.length) : name;
      const candidate = safeName(stem, { maxBytes: maxBytes - suffix.length }) + suffix;
      if (this.#taken.has(keyOf(candidate))) continue;
      this.#taken.add(keyOf(candidate));
      return candidate;
    }
  }
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase().toUpperCase();
