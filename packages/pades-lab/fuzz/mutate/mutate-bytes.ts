import type { Random } from '../random.ts';

/** Bytes with a meaning to some reader: ends of ranges, DER tags and lengths, PDF delimiters. */
const TELLING = [
  0, 1, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xa0, 0xa1, 0xff, 0x30, 0x31, 0x20, 0x0a, 0x0d, 0x25, 0x28, 0x3c, 0x3e,
  0x5b,
] as const;
const MAX_BYTES = 262_144;

type Mutation = (bytes: Buffer, random: Random, other: Uint8Array) => Buffer;

/** Damage that knows nothing of any format. */
const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (bytes, random) => changed(bytes, random, (byte) => byte ^ (1 << random.below(8))),
  (bytes, random) => changed(bytes, random, () => random.pick(TELLING)),
  (bytes, random) => changed(bytes, random, (byte) => byte + random.between(-2, 2)),
  (bytes, random) => changed(bytes, random, () => random.next()),
  (bytes, random) => {
    const [start, end] = range(bytes, random);
    return spliced(bytes, start, end, NOTHING);
  },
  (bytes, random) => {
    const [start, end] = range(bytes, random);
    return spliced(bytes, end, end, bytes.subarray(start, end));
  },
  (bytes, random) => {
    const at = random.below(bytes.length + 1);
    return spliced(bytes, at, at, random.bytes(random.few(16)));
  },
  (bytes, random) => {
    const [start, end] = range(bytes, random);
    return spliced(bytes, start, end, Buffer.alloc(end - start, random.pick(TELLING)));
  },
  (bytes, random, other) => {
    const [start, end] = range(other, random);
    const at = random.below(bytes.length + 1);
    const over = random.chance(0.5) ? end - start : 0;
    return spliced(bytes, at, Math.min(bytes.length, at + over), other.subarray(start, end));
  },
  (bytes, random) => {
    const [start, end] = range(bytes, random);
    const middle = random.between(start, end);
    return spliced(
      bytes,
      start,
      end,
      Buffer.concat([bytes.subarray(middle, end), bytes.subarray(start, middle)]),
    );
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random, other) => {
    const at = random.below(Math.min(bytes.length, other.length) + 1);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(at)]);
  },
];
const NOTHING = new Uint8Array();

/** One damage more, of any kind. */
export function mutateBytes(bytes: Uint8Array, random: Random, other: Uint8Array): Buffer {
  const mutated = random.pick(MUTATIONS)(Buffer.from(bytes), random, other);
  return mutated.subarray(0, MAX_BYTES);
}

/** The bytes with an extent replaced. */
export function spliced(bytes: Uint8Array, start: number, end: number, by: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(end)]);
}

function changed(bytes: Buffer, random: Random, change: (byte: number) => number): Buffer {
  if (bytes.length === 0) return bytes;
  const at = random.below(bytes.length);
  bytes[at] = change(bytes[at] as number);
  return bytes;
}

/** Most often short; sometimes anything. */
function range(bytes: Uint8Array, random: Random): [number, number] {
  const start = random.below(bytes.length);
  const most = random.chance(0.8) ? 32 : bytes.length;
  return [start, Math.min(bytes.length, start + 1 + random.below(most))];
}
