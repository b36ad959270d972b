import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { sendImage } from '../../files/send-image.ts';
import { tenantImages } from '../../files/tenant-images.ts';

/** Logo or background, public: the page that people sign in at shows it. */
export const route = defineRoute(
  'tenantImage',
  async ({ request, reply, params: { tenantId, sha256 } }, signer) => {
    const images = await tenantImages(signer.log, tenantId);
    const found = [...images.values()].find((image) => image.sha256 === sha256);
    if (found === undefined) throw new Refusal('TENANT_NOT_FOUND');
    return sendImage(request, reply, signer.blobs, { ...found, visibility: 'public' });
  },
);
