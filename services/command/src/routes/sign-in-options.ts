import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { signInOptions as options } from '../identity/user/sign-in-options.ts';
import type { CommandService } from '../service.ts';

export function signInOptions(app: FastifyInstance, service: CommandService): void {
  route(app, 'signInOptions', () => options(service));
}
