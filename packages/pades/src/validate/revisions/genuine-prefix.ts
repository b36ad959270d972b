import { asBuffer, latin1 } from '../../pdf/syntax/characters.ts';

/** How many places are tried, the last ones first. */
const MAX_CANDIDATES = 12;
/** How many that only look like one are passed over. */
const MAX_DECOYS = 20_000;

/**
 * Where a genuine sealed document might end that a longer, no longer genuine file begins with: where a
 * ByteRange says that its revision ends, and at end markers after the last of those. Used only when
 * the file itself is not genuine: what is found never makes it so, it lets a product say what was
 * sealed and hand back that part.
 *
 * @returns places before the end of the file, the last one first
 */
export function candidateEnds(bytes: Uint8Array): number[] {
  const file = asBuffer(bytes);
  const ends = new Set<number>();
  let at = file.lastIndexOf('/ByteRange [0 ');
  for (let tried = 0; at >= 0 && tried < MAX_DECOYS && ends.size < MAX_CANDIDATES; tried += 1) {
    const match = /^\/ByteRange \[0 \d{1,10} (\d{1,10}) (\d{1,10})\]/.exec(latin1(bytes, at, at + 60));
    const end = match ? Number(match[1]) + Number(match[2]) : 0;
    if (end > 0 && end < bytes.length && endsRevision(file, end)) ends.add(end);
    at = at === 0 ? -1 : file.lastIndexOf('/ByteRange [0 ', at - 1);
  }
  addMarkers(file, Math.max(0, ...ends), ends);
  return [...ends].toSorted((a, b) => b - a);
}

/** Validation data after the last signature has no ByteRange of its own. */
function addMarkers(file: Buffer, after: number, ends: Set<number>): void {
  if (after === 0) return;
  let at = file.lastIndexOf('%%EOF\n');
  for (let tried = 0; at >= after && tried < MAX_CANDIDATES; tried += 1) {
    if (at + 6 < file.length) ends.add(at + 6);
    at = file.lastIndexOf('%%EOF\n', at - 1);
  }
}

function endsRevision(file: Buffer, end: number): boolean {
  return file.toString('latin1', end - 6, end) === '%%EOF\n';
}
