import { createFileRoute } from '@tanstack/react-router';

import { speakToSigner } from '@/entities/language/spoken.ts';
import { readSigningLink } from '@/features/signing/identify/link.ts';
import { DocumentPage } from '@/features/signing/request/document-page.tsx';
import { signaturesQuery } from '@/features/signing/request/queries.ts';
import { exactly } from '@/lib/address/exactly.ts';
import { withEarlyAnswer } from '@/lib/api/early.ts';
import { personSession } from '@/lib/session/person-session.ts';

/** Public: the page itself identifies the person. */
export const Route = createFileRoute('/document')({
  validateSearch: exactly(readSigningLink),
  // Asked for while the page's own code is on its way.
  loader: ({ context }) => {
    const person = personSession.get()?.person;
    const asked =
      person === undefined
        ? undefined
        : withEarlyAnswer(context.queryClient.prefetchQuery(signaturesQuery(person.personId)));
    return speakToSigner()?.then(() => asked) ?? asked;
  },
  component: Document,
});

function Document() {
  return <DocumentPage link={Route.useSearch()} />;
}
