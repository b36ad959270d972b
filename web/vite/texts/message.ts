/** One text that people read, as the source has it. */
export interface Message {
  /** What is replaced by its translation: from and to in the source, in UTF-16 code units. */
  start: number;
  end: number;
  /** With `{name}` for values, `<tag>…</tag>` around what stands in an element, and `<tag/>` for an element that is a value. */
  text: string;
  /** The tag, attribute or call it stands in. */
  of: string;
  /** The code that says it in other words; what its values are is taken from the source by `inner`. */
  written: (translation: string, inner: (from: number, to: number) => string) => string;
}
