import { createHash } from 'node:crypto';

import multipart from '@fastify/multipart';
import { MAX_BATCH_BYTES } from '@lacre/contracts';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { answerBatch, faultsOf, previewBatch } from '../person/batch/answer-batch.ts';
import { batchRefusal, createPersonBatch as create } from '../person/batch/create-person-batch.ts';
import { receivedFile } from '../person/batch/received-file.ts';
import { readPersonRows } from '../person/batch/rows.ts';
import { sharesContacts } from '../person/unique-contacts.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';

export function createPersonBatch(app: FastifyInstance, service: CommandService): void {
  // In a scope of its own: no other operation takes a file.
  void app.register(async (scope) => {
    await scope.register(multipart);
    const options = { parseAs: 'buffer', bodyLimit: MAX_BATCH_BYTES } as const;
    scope.addContentTypeParser(['text/csv', 'application/csv'], options, (_request, body, done) => {
      done(null, body);
    });
    route(scope, 'createPersonBatch', async (call) => {
      const file = await receivedFile(call.request);
      const { tenantId } = call.principal;
      const sharing = { sharedContacts: await sharesContacts(service, tenantId) };
      const read = readPersonRows(file, sharing);
      if (call.query.dryRun === true)
        return previewBatch(read, await faultsOf(service, tenantId, read, sharing));
      if (read.errors.length > 0) throw batchRefusal(await faultsOf(service, tenantId, read, sharing));
      const body = { sha256: createHash('sha256').update(file).digest('hex') };
      return runCommand(service, 'createPersonBatch', { ...call, body }, async (command) =>
        answerBatch(read.rows, await create(service, command, read)),
      );
    });
  });
}
