import type { OffsetToken, PdfIndex } from './pdf-index.ts';

/** What is put in the place of an extent of the file. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: Uint8Array;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The edit with just as many bytes as it takes away. */
export function inPlace({ start, end, by }: Edit): Edit {
  const room = Buffer.alloc(end - start, ' ');
  room.set(by.subarray(0, end - start));
  return { start, end, by: room };
}

export function applied(bytes: Uint8Array, edits: readonly Edit[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, by } of edits) {
    parts.push(bytes.subarray(at, start), by);
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** Applies the edits, and moves every number that says where something is. */
export function putRight(bytes: Uint8Array, index: PdfIndex, edits: readonly Edit[]): Buffer {
  const hits = (offset: { start: number; end: number }): boolean =>
    edits.some(({ start, end }) => offset.start < end && start < offset.end);
  const untouched = index.offsets.filter((offset) => !hits(offset));
  const placeholders = untouched.map(({ start, end }): Edit => ({
    start,
    end,
    by: bytes.subarray(start, end),
  }));
  let all = [...edits, ...placeholders].toSorted((a, b) => a.start - b.start);
  // Numbers may take more digits, and so move others: the second time it has settled, but for rarities.
  for (let round = 0; round < 2; round += 1) {
    const moved = movement(all);
    const values = new Map(untouched.map((offset) => [offset.start, written(offset, offset.of(moved))]));
    all = all.map((edit) =>
      edits.includes(edit) ? edit : { ...edit, by: values.get(edit.start) ?? edit.by },
    );
  }
  return applied(bytes, all);
}

/** An entry of a table has ten digits, whatever the number. */
function written({ start, end, form }: OffsetToken, value: number): Uint8Array {
  const digits = String(Math.max(0, value)).padStart(end - start === 10 ? 10 : 0, '0');
  if (form === 'digits') return latin(digits);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Math.max(0, value) % 2 ** 32);
  return bytes;
}

/** Where an offset of the file as it was is in the file as it will be. */
function movement(edits: readonly Edit[]): (offset: number) => number {
  const shifts: { end: number; by: number }[] = [];
  let total = 0;
  for (const { start, end, by } of edits) {
    total += by.length - (end - start);
    shifts.push({ end, by: total });
  }
  return (offset) => offset + (shifts.findLast(({ end }) => end <= offset)?.by ?? 0);
}
