import type { Translation } from '@/lib/language/language.ts';

/** The same texts in another language: one that lacks any, or has one more, does not compile. */
export type Translated<Texts> = { readonly [Text in keyof Texts]: Translation };
