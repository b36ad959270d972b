import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { replaceContact as replace } from '../process/replace-contact.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function replaceContact(app: FastifyInstance, service: CommandService): void {
  route(app, 'replaceContact', (call) =>
    runCommand(service, 'replaceContact', call, async ({ context }) => ({
      position: await replace(service, context, { ...call.params, ...call.body }),
    })),
  );
}
