import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { openSigningSession as open } from '../identity/signing-session.ts';
import type { CommandService } from '../service.ts';

export function openSigningSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'openSigningSession', ({ body, client, request }) =>
    open(service, body, { client, correlationId: request.id }),
  );
}
