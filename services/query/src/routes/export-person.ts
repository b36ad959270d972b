import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { LogWithKeys } from '../personal-data/events-about.ts';
import { exportPerson } from '../personal-data/export-person.ts';

export function exportPersonRoute(app: FastifyInstance, log: LogWithKeys, now: () => Date): void {
  route(app, 'exportPerson', async ({ principal, params, reply }) => {
    void reply.header('cache-control', 'no-store');
    const { tenantId } = principal;
    return exportPerson(log, { tenantId, personId: params.personId, now: now() });
  });
}
