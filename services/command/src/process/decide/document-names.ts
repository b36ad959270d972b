/** Names that differ in case or in the composition of accents alone count as the same. */
export const nameKey = (name: string): string => name.normalize('NFC').toLocaleLowerCase('pt-BR');

/** The names made unique: one that is taken gets a number, `contrato (2).pdf`, as in the archive of a download. */
export function withUniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const stem = name.replace(/\.pdf$/i, '');
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${stem} (${number})${name.slice(stem.length)}`;
      if (taken.has(nameKey(candidate))) continue;
      taken.add(nameKey(candidate));
      return candidate;
    }
  });
}
