import { createFileRoute } from '@tanstack/react-router';

import { MyFacePage } from '@/features/signing/face/my-face-page.tsx';
import { readSigningLink } from '@/features/signing/identify/link.ts';

/** Public, as signing is: the page itself identifies the person. */
export const Route = createFileRoute('/document_/face')({
  validateSearch: readSigningLink,
  component: MyFace,
});

function MyFace() {
  return <MyFacePage link={Route.useSearch()} />;
}
