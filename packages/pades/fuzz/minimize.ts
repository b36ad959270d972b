/**
 * Makes an input smaller while it still does what it did: takes away ever smaller pieces, then makes
 * bytes plain.
 *
 * @param stillFails whether a candidate does it too
 * @param maxRuns candidates tried at most
 */
export async function minimize(
  input: Uint8Array,
  stillFails: (candidate: Uint8Array) => Promise<boolean>,
  maxRuns: number,
): Promise<Uint8Array> {
  let best = input;
  let runs = 0;
  const attempt = async (candidate: Uint8Array): Promise<boolean> => {
    runs += 1;
    if (!(await stillFails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let piece = Math.ceil(input.length / 2); piece >= 1 && runs < maxRuns; piece = piece >> 1) {
    for (let at = 0; at < best.length && runs < maxRuns; ) {
      const candidate = Buffer.concat([best.subarray(0, at), best.subarray(at + piece)]);
      if (!(await attempt(candidate))) at += piece;
    }
  }
  for (let at = 0; at < best.length && runs < maxRuns; at += 1) {
    if (best[at] === 0x20) continue;
    const candidate = Uint8Array.from(best);
    candidate[at] = 0x20;
    await attempt(candidate);
  }
  return best;
}
