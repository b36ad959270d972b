import { readSigningCode } from '@lacre/contracts/signing-link';
import { createFileRoute, redirect } from '@tanstack/react-router';

import { noteLinksLanguage } from '@/entities/language/spoken.ts';

/** The short address of an invitation, as mails have it. */
export const Route = createFileRoute('/a/$code')({
  // A loader's code is apart from that of other visits.
  loader: ({ params: { code }, location }) => {
    noteLinksLanguage(new URLSearchParams(location.searchStr).get('language'));
    throw redirect({ to: '/document', search: readSigningCode(code) ?? {}, replace: true });
  },
});
