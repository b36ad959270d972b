import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { note } from '../../sign-in/note.ts';

export const route = defineRoute('unlinkGoogle', async (call, service) => {
  const own = await ownCall(service, call, { recently: true });
  if (await service.accounts.unlinkGoogle(own.userId))
    await note(service, own.userId, { type: 'UserGoogleUnlinked' }, own);
  return call.reply.send();
});
