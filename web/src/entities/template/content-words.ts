import type { Template } from './queries.ts';

/** What a template's document is, in words. */
export const CONTENT_WORDS: Readonly<Record<Template['content']['kind'], string>> = {
  text: 'Texto com campos',
  word: 'Documento do Word',
  pdf: 'Documento pronto',
};
