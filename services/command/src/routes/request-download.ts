import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requestDownload as request } from '../download/request-download.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function requestDownload(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestDownload', (call) => {
    return runCommand(service, 'requestDownload', call, (command) =>
      request(service, command, { ...call.body, requester: call.principal }),
    );
  });
}
