import { streams } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { sendImage, type Image } from '../../files/send-image.ts';

/** The picture of a user of the caller's tenant, from that user's own stream. */
export const route = defineRoute(
  'readAvatar',
  async ({ request, reply, principal, params }, { log, blobs }) => {
    let avatar: Image | undefined;
    for await (const event of log.readStream(streams.user(params.uid))) {
      if (event.type === 'UserCreated' && event.data.tenantId !== principal.tenantId) break;
      if (event.type === 'UserAvatarChanged') ({ avatar } = event.data);
      if (event.type === 'UserRemoved') avatar = undefined;
    }
    if (avatar === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
    return sendImage(request, reply, blobs, { ...avatar, visibility: 'private' });
  },
);
