import { createFileRoute } from '@tanstack/react-router';

import { speakToSigner } from '@/entities/language/spoken.ts';
import { MyFacePage } from '@/features/signing/face/my-face-page.tsx';
import { readSigningLink } from '@/features/signing/identify/link.ts';

/** Public, as signing is: the page itself identifies the person. */
export const Route = createFileRoute('/document_/face')({
  validateSearch: readSigningLink,
  loader: () => speakToSigner(),
  component: MyFace,
});

function MyFace() {
  return <MyFacePage link={Route.useSearch()} />;
}
