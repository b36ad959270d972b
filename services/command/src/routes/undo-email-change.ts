import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { undoEmailChange as undo } from '../identity/user/account/email-change.ts';
import type { CommandService } from '../service.ts';

export function undoEmailChange(app: FastifyInstance, service: CommandService): void {
  route(app, 'undoEmailChange', ({ body, client, request }) =>
    undo(service, body.link, { client, correlationId: request.id }),
  );
}
