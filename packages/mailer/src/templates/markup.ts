/** Text that is HTML already: made by {@link markup} only. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/**
 * A template of HTML in which every value is escaped, unless it is {@link Markup} itself. Not named `html`: the
 * formatter would set its white space anew, which shows where line breaks are kept.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + asHtml(values[index - 1] as Value) + part));
}

function asHtml(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map((part) => part.text).join('');
  return escapeHtml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and quoted attribute values. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
