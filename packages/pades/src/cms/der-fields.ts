import { DerError, type DerElement, TAG } from './der.ts';

/** The fields of a SEQUENCE, taken in the order in which its definition has them. */
export class DerFields {
  readonly #fields: readonly DerElement[];
  #at = 0;

  /** @throws DerError when `element` does not carry `tag` */
  constructor(element: DerElement, tag: number = TAG.sequence) {
    this.#fields = element.children(tag);
  }

  /** The next field, which must be there, and carry `tag` when one is given. */
  take(tag?: number): DerElement {
    const field = this.#fields[this.#at];
    if (!field) throw new DerError('a field is missing');
    this.#at += 1;
    return tag === undefined ? field : field.expect(tag);
  }

  /** The next field when it carries `tag`. */
  optional(tag: number): DerElement | undefined {
    const field = this.#fields[this.#at];
    if (field?.tag !== tag) return undefined;
    this.#at += 1;
    return field;
  }

  /** The next field, whatever it is, when there is one. */
  any(): DerElement | undefined {
    const field = this.#fields[this.#at];
    if (field) this.#at += 1;
    return field;
  }

  /** What is inside the next field when that is `[number] EXPLICIT`. */
  explicit(number: number): DerElement | undefined {
    const field = this.optional(0xa0 | number);
    return field && only(field.children());
  }

  /** @throws DerError when fields are left that the definition does not have */
  end(): void {
    if (this.#at < this.#fields.length) throw new DerError('a field too many');
  }
}

/** The one element of a list of one. */
export function only(elements: readonly DerElement[]): DerElement {
  const [element] = elements;
  if (!element || elements.length !== 1) throw new DerError('exactly one element expected');
  return element;
}
