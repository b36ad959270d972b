import { streams, type DomainEvent } from '@lacre/contracts';
import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { sendImage, type Image } from '../files/send-image.ts';

/** The picture of a user of the caller's tenant, from that user's own stream. */
export function readAvatar(app: FastifyInstance, signer: SignerContext): void {
  route(app, 'readAvatar', async ({ request, reply, principal, params }) => {
    let avatar: Image | undefined;
    for await (const recorded of signer.eventStore.readStream(streams.user(params.uid))) {
      const event = recorded as unknown as DomainEvent;
      if (event.type === 'UserCreated' && event.data.tenantId !== principal.tenantId) break;
      if (event.type === 'UserAvatarChanged') ({ avatar } = event.data);
      if (event.type === 'UserRemoved') avatar = undefined;
    }
    if (avatar === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
    return sendImage(request, reply, signer.blobs, { ...avatar, visibility: 'private' });
  });
}
