import type { Language } from '@lacre/contracts/languages';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';
import { shown } from '@/lib/language/language.ts';

import { chooseLanguage } from './spoken.ts';
import { tellUnfetched } from './tell-unfetched.ts';

/** Languages by what they call themselves. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'pt-BR': 'Português',
  en: 'English',
  es: 'Español',
};

/** The languages of the page, each by its own name; the one that is chosen is remembered. */
export function LanguageSwitch() {
  const choose = (language: Language) => chooseLanguage(language).catch(tellUnfetched);
  return (
    <footer>
      <fieldset aria-label={say('Idioma')} className="flex flex-wrap justify-center gap-1 px-4 py-3">
        {(Object.keys(LANGUAGE_NAMES) as Language[]).map((language) => (
          <Button
            key={language}
            lang={language}
            variant={language === shown.language ? 'soft' : 'ghost'}
            size="sm"
            aria-pressed={language === shown.language}
            onClick={() => void choose(language)}
          >
            {LANGUAGE_NAMES[language]}
          </Button>
        ))}
      </fieldset>
    </footer>
  );
}
