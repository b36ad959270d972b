import type { SettingFault } from './given-values.ts';

/** Shorter names resemble too many others. */
const SHORTEST = 10;
/** Names this long may differ in two places, others in one. */
const LONG = 12;

/**
 * Unknown variables that resemble the name of a setting which is not given: a slip of the keyboard
 * would otherwise be passed over in silence.
 */
export function misspelt(
  names: readonly string[],
  { known, given }: { known: readonly string[]; given: ReadonlySet<string> },
): SettingFault[] {
  const whole = new Set(known);
  const wanted = known.filter((name) => name.length >= SHORTEST && !given.has(settingOf(name)));
  return names
    .filter((name) => !whole.has(name))
    .flatMap((name) => {
      const meant = wanted.find(
        (other) => distance(name.toUpperCase(), other) <= (other.length >= LONG ? 2 : 1),
      );
      return meant === undefined ? [] : [{ name, words: `não é conhecida: quis dizer ${meant}?` }];
    });
}

const settingOf = (name: string): string => name.replace(/_FILE$/, '');

/** Characters to add, take away, change or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1]!;
      const changed = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row.push(Math.min(changed, swapped, above[j]! + 1, row[j - 1]! + 1));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
