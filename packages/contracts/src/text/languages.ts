/** Languages that signers are spoken to in; Portuguese is the source of the others. */
export const LANGUAGES = ['pt-BR', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first language that there is among BCP 47 tags, most wanted first; undefined for none. */
export function languageOf(tags: readonly string[]): Language | undefined {
  return tags
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .map((tag) => (tag === 'pt' ? 'pt-BR' : tag))
    .find((tag): tag is Language => /^(?:pt-BR|en|es)$/.test(tag));
}
