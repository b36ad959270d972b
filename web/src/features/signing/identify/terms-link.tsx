import { CONSENT_STATEMENT } from '@lacre/contracts/consent-text';
import { Link } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';

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

/** What one agrees to by signing. */
export function ConsentStatement({ className }: { className?: string }) {
  return (
    <span className={className}>
      {CONSENT_STATEMENT[0]}
      <TermsLink>{CONSENT_STATEMENT[1]}</TermsLink>
      {CONSENT_STATEMENT[2]}
    </span>
  );
}
