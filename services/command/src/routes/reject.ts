import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { sessionProofs } from '../identity/person/act-code.ts';
import { totemOf } from '../identity/person/totem-session.ts';
import { actByProcess } from '../process/act-by-process.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function reject(app: FastifyInstance, service: CommandService): void {
  route(app, 'reject', (call) =>
    runCommand(service, 'reject', call, async ({ context }) => {
      const { signatureIds, reason } = call.body;
      const act = {
        tenantId: context.tenantId,
        personId: call.principal.sub,
        proofs: sessionProofs(call.principal),
        totem: totemOf(call.principal),
        client: call.client,
        at: service.now().toISOString(),
      };
      const rejected = signatureIds.map((signatureId) => ({ signatureId }));
      const position = await actByProcess(service, context, rejected, (asked) => ({
        type: 'reject',
        ...act,
        reason,
        signatureIds: asked.map(({ signatureId }) => signatureId),
      }));
      return {
        position,
        signatures: rejected.map(({ signatureId }) => ({ signatureId, status: 'rejected' })),
      };
    }),
  );
}
