import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { sendPrivatePicture } from '../../files/send-image.ts';

export const route = defineRoute('readFacePhoto', async ({ principal, params, reply }, { faces, now }) => {
  const list = await faces.lists.find(principal.sub);
  const photo = list && (await faces.lists.photo(list, params.number, now()));
  if (photo === undefined) throw new Refusal('FACE_LIST_DONT_EXISTS');
  return sendPrivatePicture(reply, photo, 'image/jpeg');
});
