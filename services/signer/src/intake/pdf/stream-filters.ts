import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
type Filter = (source: Chunks) => AsyncIterable<Uint8Array>;

/** Decoded bytes are handed on in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;

/**
 * Decoders of the filters that may stand before or after one another (ISO 32000-2, 7.4, and the short names of 8.9.7):
 * piece by piece, so that no more of a stream is ever held than a piece for each filter. What is broken ends the data,
 * or throws.
 */
export const STREAM_FILTERS: Readonly<Record<string, Filter>> = {
  FlateDecode: inflated,
  Fl: inflated,
  LZWDecode: expanded,
  LZW: expanded,
  RunLengthDecode: runs,
  RL: runs,
  ASCII85Decode: base85,
  A85: base85,
  ASCIIHexDecode: hexadecimal,
  AHx: hexadecimal,
};

async function* inflated(source: Chunks): AsyncGenerator<Uint8Array> {
  const inflate = createInflate({ chunkSize: PIECE_BYTES });
  // What goes wrong on the way in is thrown by the way out.
  pipeline(Readable.from(source, { objectMode: false }), inflate).catch(() => {});
  for await (const piece of inflate) yield piece as Uint8Array;
}

/** The most that a decoder puts out at a time: a string of the LZW table. */
const STEP_BYTES = 4096;

/** Gathers what a decoder puts out until there is a piece of it. */
class Gathering {
  #piece = Buffer.allocUnsafe(PIECE_BYTES + STEP_BYTES);
  #bytes = 0;

  get full(): boolean {
    return this.#bytes >= PIECE_BYTES;
  }

  add(part: Uint8Array): void {
    this.#piece.set(part, this.#bytes);
    this.#bytes += part.length;
  }

  repeat(byte: number, count: number): void {
    this.#piece.fill(byte, this.#bytes, this.#bytes + count);
    this.#bytes += count;
  }

  take(): Uint8Array {
    const piece = this.#piece.subarray(0, this.#bytes);
    this.#piece = Buffer.allocUnsafe(PIECE_BYTES + STEP_BYTES);
    this.#bytes = 0;
    return piece;
  }
}

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const SINGLE_BYTES = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));

/** LZW (7.4.4), codes of 9 to 12 bits. EarlyChange of 0 moves a code's width by one entry; sizes hardly differ by it. */
async function* expanded(source: Chunks): AsyncGenerator<Uint8Array> {
  const gathering = new Gathering();
  let table: Uint8Array[] = [];
  let previous: Uint8Array | undefined;
  let width = 9;
  let bits = 0;
  let held = 0;
  for await (const chunk of source) {
    for (const byte of chunk) {
      held = ((held << 8) | byte) & 0xfffff;
      bits += 8;
      if (bits < width) continue;
      bits -= width;
      const code = (held >> bits) & ((1 << width) - 1);
      if (code === END_OF_DATA) {
        yield gathering.take();
        return;
      }
      if (code === CLEAR_TABLE) {
        table = [];
        previous = undefined;
        width = 9;
        continue;
      }
      const known = code < 256 ? SINGLE_BYTES[code] : table[code - 258];
      const entry = known ?? (previous && joined(previous, previous));
      if (!entry) throw new RangeError('LZW code before its entry');
      if (previous && table.length < 4096 - 258) table.push(joined(previous, entry));
      if (table.length + 258 >= (1 << width) - 1 && width < 12) width += 1;
      previous = entry;
      gathering.add(entry);
      if (gathering.full) yield gathering.take();
    }
  }
  yield gathering.take();
}

/** A string of the table: one that was there, and the first byte of the next. */
function joined(before: Uint8Array, next: Uint8Array): Uint8Array {
  const entry = new Uint8Array(before.length + 1);
  entry.set(before);
  entry[before.length] = next[0] as number;
  return entry;
}

/** Run lengths (7.4.5): 0–127 copy one more bytes than that, 129–255 repeat one byte 257 less that many times. */
async function* runs(source: Chunks): AsyncGenerator<Uint8Array> {
  const gathering = new Gathering();
  let toCopy = 0;
  let toRepeat = 0;
  for await (const chunk of source) {
    let at = 0;
    while (at < chunk.length) {
      const byte = chunk[at] as number;
      if (toCopy > 0) {
        const copied = chunk.subarray(at, at + toCopy);
        toCopy -= copied.length;
        at += copied.length;
        gathering.add(copied);
      } else if (toRepeat > 0) {
        gathering.repeat(byte, toRepeat);
        toRepeat = 0;
        at += 1;
      } else {
        at += 1;
        if (byte === 128) {
          yield gathering.take();
          return;
        }
        if (byte < 128) toCopy = byte + 1;
        else toRepeat = 257 - byte;
      }
      if (gathering.full) yield gathering.take();
    }
  }
  yield gathering.take();
}

const TILDE = 0x7e;
const LETTER_Z = 0x7a;

/** Base 85 (7.4.3): five characters from `!` to `u` make four bytes, `z` makes four zeros, `~` ends. */
async function* base85(source: Chunks): AsyncGenerator<Uint8Array> {
  let value = 0;
  let digits = 0;
  for await (const chunk of source) {
    const out = Buffer.alloc(chunk.length * 4 + 4);
    let length = 0;
    for (const character of chunk) {
      if (character === TILDE) {
        // A group cut short counts as if filled up with the highest digit, and makes one byte less than its digits.
        for (let missing = digits; missing < 5; missing += 1) value = (value * 85 + 84) % 2 ** 32;
        if (digits > 1) out.writeUInt32BE(value, length);
        yield out.subarray(0, length + Math.max(0, digits - 1));
        return;
      }
      if (character === LETTER_Z && digits === 0) length += 4;
      else if (character >= 0x21 && character <= 0x75) {
        value = (value * 85 + character - 0x21) % 2 ** 32;
        digits += 1;
        if (digits < 5) continue;
        length = out.writeUInt32BE(value, length);
        value = 0;
        digits = 0;
      }
    }
    yield out.subarray(0, length);
  }
}

/** Hexadecimal (7.4.2): white space is skipped, `>` ends. */
async function* hexadecimal(source: Chunks): AsyncGenerator<Uint8Array> {
  let high: number | undefined;
  for await (const chunk of source) {
    const out = new Uint8Array((chunk.length >> 1) + 1);
    let length = 0;
    for (const character of chunk) {
      if (character === 0x3e) {
        yield out.subarray(0, length);
        return;
      }
      const digit = hexDigit(character);
      if (digit === undefined) continue;
      if (high === undefined) high = digit;
      else {
        out[length] = high * 16 + digit;
        length += 1;
        high = undefined;
      }
    }
    yield out.subarray(0, length);
  }
}

function hexDigit(character: number): number | undefined {
  if (character >= 0x30 && character <= 0x39) return character - 0x30;
  const letter = character | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
