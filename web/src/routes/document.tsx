import { createFileRoute } from '@tanstack/react-router';

import { DocumentPage } from '@/features/signing/document-page.tsx';
import { readSigningLink } from '@/features/signing/link.ts';

/** Public: whoever comes by a link proves who they are on the page itself. */
export const Route = createFileRoute('/document')({ validateSearch: readSigningLink, component: Document });

function Document() {
  return <DocumentPage link={Route.useSearch()} />;
}
