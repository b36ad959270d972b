/** Text, or where a value goes or an element stands, with what is said in it. */
type Piece = string | { name: string; content?: string };

/**
 * A translation in its pieces, by the names of the message's values and elements.
 * @throws Error where one is missing, or an element stands twice
 */
export function piecesOf(
  translation: string,
  values: readonly string[],
  elements: readonly string[],
): Piece[] {
  const pieces: Piece[] = [];
  const seen: string[] = [];
  const any = [
    ...values.map((one) => String.raw`\{(?<value_${one}>${one})\}`),
    ...elements.map(
      (one) => String.raw`<(?<empty_${one}>${one})/>|<${one}>(?<content_${one}>[^]*?)</${one}>`,
    ),
  ];
  if (any.length === 0) return [translation];
  let at = 0;
  for (const match of translation.matchAll(new RegExp(any.join('|'), 'g'))) {
    pieces.push(translation.slice(at, match.index));
    at = match.index + match[0].length;
    for (const [group, found] of Object.entries(match.groups ?? {})) {
      if (found === undefined) continue;
      const one = group.slice(group.indexOf('_') + 1);
      pieces.push(group.startsWith('content_') ? { name: one, content: found } : { name: one });
      seen.push(one);
    }
  }
  pieces.push(translation.slice(at));
  const missing = [...values, ...elements].filter((one) => !seen.includes(one));
  if (missing.length > 0) throw new Error(`"${translation}" lacks ${missing.join(', ')}`);
  if (elements.some((one) => seen.indexOf(one) !== seen.lastIndexOf(one)))
    throw new Error(`"${translation}" has an element twice`);
  return pieces;
}
