import { DerElement, DerError, TAG } from './der.ts';

/**
 * The fields of a SEQUENCE, taken in the order in which its definition has them. Each is read when it is
 * asked for, so that a sequence of a million elements costs no more than the fields that are expected.
 */
export class DerFields {
  readonly #element: DerElement;
  #at: number;

  /** @throws DerError when `element` is primitive, or does not carry `tag` */
  constructor(element: DerElement, tag: number = TAG.sequence) {
    if ((element.expect(tag).tag & 0x20) === 0) throw new DerError('element is primitive');
    this.#element = element;
    this.#at = element.contentStart;
  }

  /** The next field, which must be there, and carry `tag` when one is given. */
  take(tag?: number): DerElement {
    const field = this.#next();
    if (!field) throw new DerError('a field is missing');
    this.#at = field.end;
    return tag === undefined ? field : field.expect(tag);
  }

  /** The next field when it carries `tag`. */
  optional(tag: number): DerElement | undefined {
    const field = this.#next();
    if (field?.tag !== tag) return undefined;
    this.#at = field.end;
    return field;
  }

  /** The next field, whatever it is, when there is one. */
  any(): DerElement | undefined {
    const field = this.#next();
    if (field) this.#at = field.end;
    return field;
  }

  /** What is inside the next field when that is `[number] EXPLICIT`. */
  explicit(number: number): DerElement | undefined {
    const field = this.optional(0xa0 | number);
    return field && only(field);
  }

  /** @throws DerError when fields are left that the definition does not have */
  end(): void {
    if (this.#at < this.#element.end) throw new DerError('a field too many');
  }

  #next(): DerElement | undefined {
    const { bytes, end } = this.#element;
    return this.#at < end ? new DerElement(bytes, this.#at, end) : undefined;
  }
}

/** The one element inside a constructed one. */
export function only(element: DerElement): DerElement {
  const fields = new DerFields(element, element.tag);
  const inside = fields.take();
  fields.end();
  return inside;
}
