const FIRST = 0x21;
const LAST = 0x75;
const ZEROS = 0x7a;
const END = 0x7e;
const GROUP = 5;

/**
 * ASCII85Decode (ISO 32000-2, 7.4.3), of data that every reader decodes alike: whole groups but the last, none beyond 32
 * bits, ended by `~>` and no more than an end of line.
 *
 * @returns undefined when the data is anything else
 */
export function decodeBase85(data: Uint8Array): Uint8Array | undefined {
  const out: number[] = [];
  let group: number[] = [];
  for (const [at, byte] of data.entries()) {
    if (byte === END)
      return isEnd(data.subarray(at)) && closeGroup(group, out) ? Uint8Array.from(out) : undefined;
    if (byte === 0x0a || byte === 0x0d || byte === 0x20) continue;
    if (byte === ZEROS && group.length === 0) out.push(0, 0, 0, 0);
    else if (byte >= FIRST && byte <= LAST) group.push(byte - FIRST);
    else return undefined;
    if (group.length < GROUP) continue;
    if (!takeGroup(group, GROUP - 1, out)) return undefined;
    group = [];
  }
  return undefined;
}

function isEnd(rest: Uint8Array): boolean {
  return /^~>(?:\r\n?|\n)?$/.test(Buffer.from(rest).toString('latin1')) && rest.length <= 4;
}

/** A last group of n characters is n - 1 bytes: one character alone is none. */
function closeGroup(group: readonly number[], out: number[]): boolean {
  if (group.length === 0) return true;
  const filled = [...group, ...Array<number>(GROUP - group.length).fill(LAST - FIRST)];
  return group.length > 1 && takeGroup(filled, group.length - 1, out);
}

function takeGroup(group: readonly number[], bytes: number, out: number[]): boolean {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
  if (value > 0xffffffff) return false;
  for (let index = 0; index < bytes; index += 1) out.push(Math.floor(value / 256 ** (3 - index)) % 256);
  return true;
}
