import { defineRoute } from '../../define-route.ts';
import { receivePicture } from '../../face/receive-picture.ts';
import { sendPhoto } from '../../face/send-photo.ts';

export const route = defineRoute('sendFacePhoto', async (call, { faces }) => {
  const picture = await receivePicture(call);
  return sendPhoto(faces, call.principal.sub, call.params.challengeId, picture);
});
