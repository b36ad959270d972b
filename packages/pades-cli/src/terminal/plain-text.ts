/**
 * Text from a file, made harmless for a terminal: control characters (which move the cursor, colour, or
 * worse) and those that turn the direction of writing are spelled out.
 */
export function plainText(text: string, maxCharacters = 200): string {
  const characters = Array.from(text);
  const cut = characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : text;
  return cut.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) => {
    return String.raw`\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

/** Bytes as a person counts them. */
export function sizeText(bytes: number): string {
  if (bytes < 10_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A moment to the second, in UTC. */
export function timeText(date: Date | undefined): string {
  return date ? date.toISOString().replace(/\.\d+Z$/, 'Z') : 'unknown';
}

/** Lines `label  value`, the values below one another; what has no value is left out. */
export function labelled(pairs: readonly (readonly [label: string, value: string | undefined])[]): string[] {
  const told = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  const width = Math.max(0, ...told.map(([label]) => label.length));
  return told.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}
