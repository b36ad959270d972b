import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { startPasskeySignIn as start } from '../identity/user/sign-in/by-passkey.ts';
import type { CommandService } from '../service.ts';

export function startPasskeySignIn(app: FastifyInstance, service: CommandService): void {
  route(app, 'startPasskeySignIn', ({ client }) => start(service, client));
}
