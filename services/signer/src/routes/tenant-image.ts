import { streams, type DomainEvent } from '@lacre/contracts';
import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { Signer } from '../dependencies.ts';
import { sendImage, type Image } from '../files/send-image.ts';

/** Logo or background, for anybody who knows what it is: the page that people sign in at shows it. */
export function tenantImage(app: FastifyInstance, signer: Signer): void {
  route(app, 'tenantImage', async ({ request, reply, params: { tenantId, sha256 } }) => {
    const images = new Map<string, Image>();
    for await (const recorded of signer.eventStore.readStream(streams.tenant(tenantId))) {
      const event = recorded as unknown as DomainEvent;
      if (event.type !== 'TenantImageChanged') continue;
      const { name, image } = event.data;
      if (image === undefined) images.delete(name);
      else images.set(name, image);
    }
    const found = [...images.values()].find((image) => image.sha256 === sha256);
    if (found === undefined) throw new Refusal('TENANT_NOT_FOUND');
    return sendImage(request, reply, signer.blobs, { ...found, visibility: 'public' });
  });
}
