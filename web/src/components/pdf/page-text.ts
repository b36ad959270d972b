/** A text as it is searched: without accents and in small letters, letter for letter, so that places in it stay. */
export const searchable = (text: string): string =>
  Array.from(text, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('pt-BR');
    return plain.length === letter.length ? plain : letter;
  }).join('');

/** Where a query begins in a searchable text, one occurrence after another; nowhere for a blank query. */
export function placesOf(query: string, text: string): number[] {
  const wanted = searchable(query.trim());
  if (wanted === '') return [];
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    places.push(at);
  return places;
}
