import { createFileRoute } from '@tanstack/react-router';

import { readSigningLink } from '@/features/signing/link.ts';
import { MyDevicesPage } from '@/features/signing/my-devices-page.tsx';

/** Public, as signing is: whoever comes proves who they are on the page itself. */
export const Route = createFileRoute('/document_/devices')({
  validateSearch: readSigningLink,
  component: MyDevices,
});

function MyDevices() {
  return <MyDevicesPage link={Route.useSearch()} />;
}
