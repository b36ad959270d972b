import { isWhiteSpace } from './characters.ts';
import { PdfSyntaxError } from './pdf-syntax-error.ts';
import { countIn, isName, type PdfStream, type PdfValue } from './pdf-values.ts';
import { ValueParser } from './value-parser.ts';

interface Member {
  readonly value: PdfValue;
  readonly source: Uint8Array;
}

/** A decoded object stream (ISO 32000-2, 7.5.7) whose members are parsed when asked for. */
export class ObjectStream {
  readonly data: Uint8Array;
  readonly #numbers: readonly number[];
  readonly #starts: readonly number[];
  readonly #maxDepth: number;
  readonly #members = new Map<number, Member>();

  constructor(stream: PdfStream, data: Uint8Array, maxDepth: number, maxObjects: number) {
    const count = countIn(stream.dict, 'N');
    const first = countIn(stream.dict, 'First');
    if (!isName(stream.dict.get('Type'), 'ObjStm') || count === undefined || first === undefined) {
      throw malformed(stream.dict.start, 'not an object stream');
    }
    if (count > maxObjects || first > data.length)
      throw malformed(stream.dict.start, 'N or First is too large');
    this.data = data;
    this.#maxDepth = maxDepth;
    const parser = new ValueParser(data, 0, 1);
    const numbers: number[] = [];
    const starts: number[] = [];
    const seen = new Set<number>();
    for (let index = 0; index < count; index += 1) {
      parser.skipSpace();
      const num = parser.readDigits('object number');
      // Some readers look a member up by its place, others by its number.
      if (seen.has(num)) throw malformed(parser.position, `object ${num} is in the stream twice`);
      seen.add(num);
      numbers.push(num);
      if (!isWhiteSpace(data[parser.position])) throw malformed(parser.position, 'white space expected');
      parser.skipSpace();
      const start = first + parser.readDigits('object offset');
      // In order, so that reading every member once is all the work there can be.
      if (start <= (starts.at(-1) ?? -1))
        throw malformed(parser.position, 'offsets are not in increasing order');
      starts.push(start);
    }
    if (parser.position > first) throw malformed(parser.position, 'header runs into the objects');
    this.#numbers = numbers;
    this.#starts = starts;
  }

  /** Numbers of all members, in order. */
  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** The member at `index`, which must be the object `num`; parsed once. */
  member(index: number, num: number): PdfValue {
    return this.#member(index, num).value;
  }

  /** The bytes of that member. */
  sourceOf(index: number, num: number): Uint8Array {
    return this.#member(index, num).source;
  }

  #member(index: number, num: number): Member {
    const known = this.#members.get(index);
    if (known !== undefined && this.#numbers[index] === num) return known;
    const start = this.#starts[index];
    if (start === undefined || this.#numbers[index] !== num) {
      throw new PdfSyntaxError(
        'object-mismatch',
        0,
        `object ${num} is not member ${index} of its object stream`,
      );
    }
    const parser = new ValueParser(this.data, start, this.#maxDepth);
    parser.skipSpace();
    const from = parser.position;
    const value = parser.readValue();
    const next = this.#starts[index + 1];
    if (next !== undefined && parser.position > next) {
      throw malformed(parser.position, 'member runs into the next one');
    }
    const member = { value, source: this.data.subarray(from, parser.position) };
    this.#members.set(index, member);
    return member;
  }
}

function malformed(offset: number, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('object-stream-malformed', offset, detail);
}
