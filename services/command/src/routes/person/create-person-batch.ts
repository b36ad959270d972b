import { createHash } from 'node:crypto';

import multipart from '@fastify/multipart';
import { MAX_BATCH_BYTES } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';
import { answerBatch, faultsOf, previewBatch } from '../../person/batch/answer-batch.ts';
import { batchRefusal, createPersonBatch } from '../../person/batch/create-person-batch.ts';
import { receivedFile } from '../../person/batch/received-file.ts';
import { readPersonRows } from '../../person/batch/rows.ts';
import { sharesContacts } from '../../person/unique-contacts.ts';
import { runCommand } from '../../run-command.ts';

const batch = defineRoute('createPersonBatch', async (call, service) => {
  const file = await receivedFile(call.request);
  const { tenantId } = call.principal;
  const sharing = { sharedContacts: await sharesContacts(service, tenantId) };
  const read = readPersonRows(file, sharing);
  if (call.query.dryRun === true) return previewBatch(read, await faultsOf(service, tenantId, read, sharing));
  if (read.errors.length > 0) throw batchRefusal(await faultsOf(service, tenantId, read, sharing));
  const body = { sha256: createHash('sha256').update(file).digest('hex') };
  return runCommand(service, { ...call, body }, async (command) =>
    answerBatch(read.rows, await createPersonBatch(service, command, read)),
  );
});

/** In a scope of its own: no other operation of this service takes a file. */
export const route: typeof batch = {
  operation: batch.operation,
  mount: (app, service) =>
    void app.register(async (scope) => {
      await scope.register(multipart);
      const options = { parseAs: 'buffer', bodyLimit: MAX_BATCH_BYTES } as const;
      scope.addContentTypeParser(['text/csv', 'application/csv'], options, (_request, body, done) => {
        done(null, body);
      });
      batch.mount(scope, service);
    }),
};
