import { TERMS_VERSION, TERMS_VERSIONS, type TermsVersion } from '@lacre/contracts/terms';
import { Link } from '@tanstack/react-router';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { LanguageSwitch } from '@/entities/language/language-switch.tsx';
import { useSignersLanguage } from '@/entities/language/spoken.ts';
import { useShownTerms } from '@/entities/terms/shown-terms.ts';
import { termsDate } from '@/entities/terms/terms-date.ts';
import { Terms } from '@/entities/terms/terms.tsx';
import { TranslationNote } from '@/entities/terms/translation-note.tsx';
import { say } from '@/i18n/say.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';

/** Terms of use and privacy. @param version as a signature recorded it; the present one unless given */
export function PoliciesPage({ version = TERMS_VERSION }: { version?: TermsVersion | undefined }) {
  useSignersLanguage();
  useTitle(say('Termos e privacidade'));
  const terms = useShownTerms(version);
  return (
    <div className="mx-auto max-w-[1000px] px-4 py-12 sm:px-6 lg:py-16">
      <h1 className="text-3xl font-semibold">{say('Termos e privacidade')}</h1>
      <p className="mt-2 text-muted">
        {say('Versão de {0}. O que acontece quando você assina, e com os seus dados.', termsDate(version))}
      </p>
      {version !== TERMS_VERSION && (
        <Callout tone="info" className="mt-6" title={say('Esta não é a versão em vigor')}>
          {say('Ela vale para quem assinou enquanto estava em vigor.')}{' '}
          <Link to="/policies" className="underline underline-offset-4">
            {say('Ler a versão de {0}', termsDate(TERMS_VERSION))}
          </Link>
        </Callout>
      )}
      <div className="mt-10 grid gap-10 lg:grid-cols-[220px_1fr]">
        <nav aria-label={say('Nesta página')} className="lg:sticky lg:top-24 lg:self-start">
          <ul
            lang={terms.areTranslated ? undefined : 'pt-BR'}
            className="flex flex-col gap-1 border-l border-line text-sm"
          >
            {terms.sections.map((section) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="-ml-px block border-l border-transparent py-1 pl-4 text-muted hover:border-primary hover:text-ink"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex max-w-[68ch] flex-col gap-10">
          <TranslationNote {...terms} />
          <Terms {...terms} />
          <section aria-labelledby="versoes-titulo">
            <h2 id="versoes-titulo" className="text-xl font-semibold">
              {say('Versões')}
            </h2>
            <p className="mt-3 text-muted">
              {say('Cada assinatura guarda a versão que foi aceita. Todas continuam aqui.')}
            </p>
            <ul className="mt-2 flex flex-col">
              {TERMS_VERSIONS.map((one) => (
                <li key={one}>
                  <Link
                    to="/policies"
                    search={one === TERMS_VERSION ? {} : { version: one }}
                    aria-current={one === version ? 'page' : undefined}
                    className="inline-block py-1 text-primary-ink underline underline-offset-4"
                  >
                    {say('Versão de {0}', termsDate(one))}
                  </Link>
                  {one === TERMS_VERSION && say(', em vigor')}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
      <div className="mt-12">
        <LanguageSwitch />
      </div>
    </div>
  );
}
