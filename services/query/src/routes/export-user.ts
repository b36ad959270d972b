import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { LogWithKeys } from '../personal-data/events-about.ts';
import { exportUser } from '../personal-data/export-user.ts';

export function exportUserRoute(app: FastifyInstance, log: LogWithKeys, now: () => Date): void {
  route(app, 'exportUser', async ({ principal, params, reply }) => {
    void reply.header('cache-control', 'no-store');
    const { tenantId } = principal;
    return exportUser(log, { tenantId, userId: params.uid, now: now() });
  });
}
