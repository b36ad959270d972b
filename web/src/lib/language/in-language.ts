import { shown } from './language.ts';

/** What a request says so that its message comes in the language that is shown. */
export const inLanguage = (): Record<'accept-language', string> => ({ 'accept-language': shown.language });
