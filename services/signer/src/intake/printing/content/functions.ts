import { PdfSyntaxError, type StrictPdf } from '@lacre/pades';

import {
  isDict,
  isReference,
  objectNumber,
  resolveJson,
  type Json,
  type JsonDict,
  type Lookup,
} from '../../pdf/pdf-json.ts';
import { readCalculator } from './calculator.ts';

/** A function of a PDF (ISO 32000-2, 7.10); undefined where it has no value. */
export type PdfFunction = (input: readonly number[]) => readonly number[] | undefined;

const MAX_DEPTH = 8;
/** Of a sampled function's inputs: 2 to the power of them are mixed. */
const MAX_INPUTS = 8;

/** Reads the functions of a file, each once. */
export class PdfFunctions {
  readonly #pdf: StrictPdf;
  readonly #lookup: Lookup;
  readonly #read = new Map<number, PdfFunction | undefined>();

  constructor(pdf: StrictPdf, lookup: Lookup) {
    this.#pdf = pdf;
    this.#lookup = lookup;
  }

  /** @returns undefined when it cannot be evaluated */
  at(value: Json, depth = 0): PdfFunction | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const num = isReference(value) ? objectNumber(value) : undefined;
    if (num !== undefined && this.#read.has(num)) return this.#read.get(num);
    const dict = resolveJson(value, this.#lookup);
    const found = isDict(dict) ? this.#function(dict, num, depth) : undefined;
    if (num !== undefined) this.#read.set(num, found);
    return found;
  }

  #function(dict: JsonDict, num: number | undefined, depth: number): PdfFunction | undefined {
    const domain = this.#numbers(dict, '/Domain');
    const range = this.#numbers(dict, '/Range');
    const inner = this.#kind(dict, num, depth);
    if (!inner || domain.length < 2) return undefined;
    return (input) => {
      const output = inner(clamped(input, domain));
      return output && (range.length > 0 ? clamped(output, range) : output);
    };
  }

  #kind(dict: JsonDict, num: number | undefined, depth: number): PdfFunction | undefined {
    const type = resolveJson(dict['/FunctionType'] ?? null, this.#lookup);
    if (type === 2) return this.#exponential(dict);
    if (type === 3) return this.#stitched(dict, depth);
    const data = num === undefined ? undefined : this.#data(num);
    if (!data) return undefined;
    if (type === 0) return this.#sampled(dict, data);
    return type === 4 ? readCalculator(Buffer.from(data).toString('latin1')) : undefined;
  }

  #exponential(dict: JsonDict): PdfFunction | undefined {
    const [from, to] = [this.#numbers(dict, '/C0', [0]), this.#numbers(dict, '/C1', [1])];
    const exponent = resolveJson(dict['/N'] ?? null, this.#lookup);
    if (typeof exponent !== 'number' || from.length !== to.length) return undefined;
    return ([input = 0]) =>
      from.map((start, index) => start + input ** exponent * ((to[index] as number) - start));
  }

  #stitched(dict: JsonDict, depth: number): PdfFunction | undefined {
    const listed = resolveJson(dict['/Functions'] ?? null, this.#lookup);
    const parts = (Array.isArray(listed) ? listed : []).map((each) => this.at(each, depth + 1));
    const [start = 0, end = 1] = this.#numbers(dict, '/Domain');
    const limits = [start, ...this.#numbers(dict, '/Bounds'), end];
    const encode = this.#numbers(dict, '/Encode');
    if (parts.length === 0 || limits.length !== parts.length + 1 || encode.length < parts.length * 2)
      return undefined;
    return ([input = 0]) => {
      const above = limits.slice(1, -1).findIndex((limit) => input < limit);
      const index = above < 0 ? parts.length - 1 : above;
      const [low, high] = [limits[index] as number, limits[index + 1] as number];
      const [first, last] = [encode[index * 2] as number, encode[index * 2 + 1] as number];
      const inner = high === low ? first : first + ((input - low) / (high - low)) * (last - first);
      return parts[index]?.([inner]);
    };
  }

  #sampled(dict: JsonDict, data: Uint8Array): PdfFunction | undefined {
    const sizes = this.#numbers(dict, '/Size');
    const range = this.#numbers(dict, '/Range');
    const domain = this.#numbers(dict, '/Domain');
    const bits = resolveJson(dict['/BitsPerSample'] ?? null, this.#lookup);
    if (typeof bits !== 'number' || ![8, 16, 32].includes(bits) || sizes.length > MAX_INPUTS)
      return undefined;
    if (sizes.length === 0 || sizes.length * 2 > domain.length) return undefined;
    const encode = this.#numbers(
      dict,
      '/Encode',
      sizes.flatMap((size) => [0, size - 1]),
    );
    const decode = this.#numbers(dict, '/Decode', range);
    const outputs = range.length / 2;
    const bytes = bits / 8;
    const sample = (index: number, output: number): number => {
      const at = (index * outputs + output) * bytes;
      let value = 0;
      for (let byte = 0; byte < bytes; byte += 1) value = value * 256 + (data[at + byte] ?? 0);
      const [low, high] = [decode[output * 2] ?? 0, decode[output * 2 + 1] ?? 1];
      return low + (value / (2 ** bits - 1)) * (high - low);
    };
    return (input) => {
      const places = sizes.map((size, index) => {
        const [low, high] = [domain[index * 2] ?? 0, domain[index * 2 + 1] ?? 1];
        const [first, last] = [encode[index * 2] ?? 0, encode[index * 2 + 1] ?? 1];
        const place = first + (((input[index] ?? 0) - low) / (high - low || 1)) * (last - first);
        return Math.min(Math.max(place, 0), size - 1);
      });
      return interpolated(places, sizes, outputs, sample);
    };
  }

  #numbers(dict: JsonDict, key: string, otherwise: readonly number[] = []): readonly number[] {
    const list = resolveJson(dict[key] ?? null, this.#lookup);
    if (!Array.isArray(list)) return otherwise;
    const items = list.map((item) => resolveJson(item, this.#lookup));
    return items.every((item) => typeof item === 'number') ? items : otherwise;
  }

  #data(num: number): Uint8Array | undefined {
    const value = this.#pdf.object(num);
    if (value === null || typeof value !== 'object' || !('data' in value)) return undefined;
    try {
      return this.#pdf.decode(value, { base85: true });
    } catch (error) {
      if (error instanceof PdfSyntaxError) return undefined;
      throw error;
    }
  }
}

function clamped(values: readonly number[], limits: readonly number[]): number[] {
  const count = limits.length >> 1;
  return Array.from({ length: count }, (_, index) =>
    Math.min(Math.max(values[index] ?? 0, limits[index * 2] as number), limits[index * 2 + 1] as number),
  );
}

function interpolated(
  places: readonly number[],
  sizes: readonly number[],
  outputs: number,
  sample: (index: number, output: number) => number,
): number[] {
  const result = Array.from({ length: outputs }, () => 0);
  for (let corner = 0; corner < 2 ** places.length; corner += 1) {
    let [weight, index, stride] = [1, 0, 1];
    for (const [at, place] of places.entries()) {
      const low = Math.floor(place);
      const isHigh = (corner >> at) % 2 === 1;
      weight *= isHigh ? place - low : 1 - (place - low);
      index += Math.min(low + (isHigh ? 1 : 0), (sizes[at] as number) - 1) * stride;
      stride *= sizes[at] as number;
    }
    if (weight === 0) continue;
    for (let output = 0; output < outputs; output += 1)
      result[output] = (result[output] as number) + weight * sample(index, output);
  }
  return result;
}
