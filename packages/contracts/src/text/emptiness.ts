/** What a client writes for a value that it does not have (source specification, 5), in any case. */
const EMPTY_TEXTS: ReadonlySet<string> = new Set(['', 'null', 'undefined']);
const inAnyCase = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** As a pattern of JSON Schema, which knows no flags. */
export const EMPTY_TEXT_PATTERN = `^\\s*(?:${[...EMPTY_TEXTS].map(inAnyCase).join('|')})\\s*$`;

/** Whether a text says nothing: blank, "null" or "undefined". */
export const isEmptyText = (text: string): boolean => EMPTY_TEXTS.has(text.trim().toLowerCase());

/**
 * Whether a value says nothing: null, empty texts, empty lists and empty objects (source specification, 5).
 */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return isEmptyText(value);
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A form within a form is as deep as forms go. What is deeper is the schema's to refuse, and need not be walked. */
export const FORM_DEPTH = 2;

/** What a form sent, without the members that say nothing. Lists stay as they are. */
export function withoutEmpty(value: unknown, depth = FORM_DEPTH): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, withoutEmpty(member, depth - 1)] as const)
      .filter(([, member]) => !isEmpty(member)),
  );
}

/** No text of a body lies deeper; a test walks the bodies of all operations. */
const TEXT_DEPTH = 8;

/**
 * A body or query whose texts "null" and "undefined" are blank, so that the rules for blank texts hold for them, each
 * with its own code. It is done to bodies and queries as they come, not by the schemas of texts: no new field can be forgotten, and what the
 * log and answers hold is read as it is.
 */
export function withBlankTexts(value: unknown, depth = TEXT_DEPTH): unknown {
  if (typeof value === 'string') return isEmptyText(value) ? '' : value;
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withBlankTexts(item, depth - 1));
  // A file's bytes are no form.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withBlankTexts(member, depth - 1)]),
  );
}
