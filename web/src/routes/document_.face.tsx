import { createFileRoute } from '@tanstack/react-router';

import { speakToSigner } from '@/entities/language/spoken.ts';
import { MyFacePage } from '@/features/signing/face/my-face-page.tsx';
import { readSigningLink } from '@/features/signing/identify/link.ts';
import { exactly } from '@/lib/address/exactly.ts';

/** Public, as signing is: the page itself identifies the person. */
export const Route = createFileRoute('/document_/face')({
  validateSearch: exactly(readSigningLink),
  loader: () => speakToSigner(),
  component: MyFace,
});

function MyFace() {
  return <MyFacePage link={Route.useSearch()} />;
}
