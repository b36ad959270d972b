import { termsSections } from '@lacre/contracts/consent-text';
import { TERMS_VERSION, TERMS_VERSIONS, type TermsVersion } from '@lacre/contracts/terms';
import { Link } from '@tanstack/react-router';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Terms } from '@/entities/terms/terms.tsx';
import { useTitle } from '@/lib/hooks/use-title.ts';

/** Terms of use and privacy. @param version as a signature recorded it; the present one unless given */
export function PoliciesPage({ version = TERMS_VERSION }: { version?: TermsVersion | undefined }) {
  useTitle('Termos e privacidade');
  const sections = termsSections(version);
  return (
    <div className="mx-auto max-w-[1000px] px-4 py-12 sm:px-6 lg:py-16">
      <h1 className="text-3xl font-semibold">Termos e privacidade</h1>
      <p className="mt-2 text-muted">
        Versão {version}. O que acontece quando você assina, e com os seus dados.
      </p>
      {version !== TERMS_VERSION && (
        <Callout tone="info" className="mt-6" title="Esta não é a versão em vigor">
          Ela vale para quem assinou enquanto estava em vigor.{' '}
          <Link to="/policies" className="underline underline-offset-4">
            Ler a versão {TERMS_VERSION}
          </Link>
        </Callout>
      )}
      <div className="mt-10 grid gap-10 lg:grid-cols-[220px_1fr]">
        <nav aria-label="Nesta página" className="lg:sticky lg:top-24 lg:self-start">
          <ul className="flex flex-col gap-1 border-l border-line text-sm">
            {sections.map((section) => (
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
          <Terms version={version} />
          <section aria-labelledby="versoes-titulo">
            <h2 id="versoes-titulo" className="text-xl font-semibold">
              Versões
            </h2>
            <p className="mt-3 text-muted">
              Cada assinatura guarda a versão que foi aceita. Todas continuam aqui.
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
                    Versão {one}
                  </Link>
                  {one === TERMS_VERSION && ', em vigor'}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}
