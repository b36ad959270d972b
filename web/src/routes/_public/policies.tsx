import { isTermsVersion, type TermsVersion } from '@lacre/contracts/terms';
import { createFileRoute } from '@tanstack/react-router';

import { speakToSigner } from '@/entities/language/spoken.ts';
import { PoliciesPage } from '@/features/landing/policies-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';

export const Route = createFileRoute('/_public/policies')({
  validateSearch: exactly((raw): { version?: TermsVersion } =>
    isTermsVersion(raw['version']) ? { version: raw['version'] } : {},
  ),
  loader: speakToSigner,
  component: Policies,
});

function Policies() {
  return <PoliciesPage version={Route.useSearch().version} />;
}
