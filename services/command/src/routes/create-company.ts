import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { createCompany as create } from '../company/create-company.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createCompany(app: FastifyInstance, service: CommandService): void {
  route(app, 'createCompany', (call) =>
    runCommand(service, 'createCompany', call, (command) => create(service, command, call.body)),
  );
}
