import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { note } from '../identity/user/note.ts';
import type { CommandService } from '../service.ts';

export function unlinkGoogle(app: FastifyInstance, service: CommandService): void {
  route(app, 'unlinkGoogle', async (call) => {
    const own = await ownCall(service, call, { recently: true });
    if (await service.accounts.unlinkGoogle(own.userId))
      await note(service, own.userId, { type: 'UserGoogleUnlinked' }, own);
    return call.reply.send();
  });
}
