import { PdfSyntaxError, type StrictPdf } from '@lacre/pades';

import { isDict, isReference, objectNumber, resolveJson, type Json, type Lookup } from '../pdf/pdf-json.ts';
import { isPlainProfile } from './icc-profile.ts';

/** The colour profiles of a file, each read once. */
export class IccProfiles {
  readonly #pdf: StrictPdf;
  readonly #lookup: Lookup;
  readonly #plain = new Map<number, boolean>();

  constructor(pdf: StrictPdf, lookup: Lookup) {
    this.#pdf = pdf;
    this.#lookup = lookup;
  }

  /** Of the colours that a profile is for; undefined when it does not say. */
  componentsOf(reference: Json): number | undefined {
    const dict = resolveJson(reference, this.#lookup);
    const count = isDict(dict) ? resolveJson(dict['/N'] ?? null, this.#lookup) : null;
    return typeof count === 'number' ? count : undefined;
  }

  isPlain(reference: Json, components: number): boolean {
    if (!isReference(reference)) return false;
    const num = objectNumber(reference);
    const known = this.#plain.get(num);
    if (known !== undefined) return known;
    const data = this.#data(num);
    const isPlain = data !== undefined && isPlainProfile(data, components);
    this.#plain.set(num, isPlain);
    return isPlain;
  }

  #data(num: number): Buffer | undefined {
    const value = this.#pdf.object(num);
    if (value === null || typeof value !== 'object' || !('data' in value)) return undefined;
    try {
      return Buffer.from(this.#pdf.decode(value, { base85: true }));
    } catch (error) {
      if (error instanceof PdfSyntaxError) return undefined;
      throw error;
    }
  }
}
