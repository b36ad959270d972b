import { createFileRoute } from '@tanstack/react-router';

import { speakToSigner } from '@/entities/language/spoken.ts';
import { MyDevicesPage } from '@/features/signing/devices/my-devices-page.tsx';
import { readSigningLink } from '@/features/signing/identify/link.ts';
import { exactly } from '@/lib/address/exactly.ts';

/** Public, as signing is: the page itself identifies the person. */
export const Route = createFileRoute('/document_/devices')({
  validateSearch: exactly(readSigningLink),
  loader: () => speakToSigner(),
  component: MyDevices,
});

function MyDevices() {
  return <MyDevicesPage link={Route.useSearch()} />;
}
