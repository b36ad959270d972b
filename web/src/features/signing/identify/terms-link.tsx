import { CONSENT_STATEMENT } from '@lacre/contracts/consent-text';
import { Link } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';

import { sayAround } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';
import { shown } from '@/lib/language/language.ts';

/** Shows the terms over the page, where no page may be left; undefined where they have a page of their own. */
export const ShowTerms = createContext<(() => void) | undefined>(undefined);

const LOOK = 'text-primary-ink underline underline-offset-4';

/** What leads to the terms of signing. */
function TermsLink({ children }: { children: ReactNode }) {
  const show = use(ShowTerms);
  return show === undefined ? (
    <Link to="/policies" target="_blank" className={LOOK}>
      {children}
    </Link>
  ) : (
    <button type="button" className={LOOK} onClick={show}>
      {children}
    </button>
  );
}

/** What one agrees to by signing. The Portuguese text binds: it stands beside its translation. */
export function ConsentStatement({ className }: { className?: string }) {
  const [before, terms, after] = CONSENT_STATEMENT;
  const binding = (
    <>
      {before}
      <TermsLink>{terms}</TermsLink>
      {after}
    </>
  );
  if (shown.language === 'pt-BR') return <span className={className}>{binding}</span>;
  return (
    <span className={className}>
      {sayAround('Li e concordo com o conteúdo e com os {0}.', <TermsLink>{say(terms)}</TermsLink>)}
      <span className="mt-1 block text-[0.8125rem] text-subtle">
        {say('Esta é uma tradução. Vale o texto em português:')} <span lang="pt-BR">{binding}</span>
      </span>
    </span>
  );
}
