import { randomUUID } from 'node:crypto';

import { readEnvironment } from '@lacre/adapters';
import { schemaVersionOf, streams } from '@lacre/contracts';
import { eventsAfter, type RecordedEvent } from '@lacre/event-store';
import { openInstallation } from '@lacre/local/audit/open-installation';
import { openEnd, openTarget } from '@lacre/local/move/ends';
import { moveTenant, type MoveStep } from '@lacre/local/move/move-tenant';

import type { Lacre } from './lacre.ts';

/** The command, in this process, as it ends when it dies right after a step. */
export async function moveUntil(
  { source, settings, tenantId }: { source: Lacre; settings: string; tenantId: string },
  step: MoveStep,
): Promise<void> {
  const installation = await openInstallation(source.dataDir, readEnvironment('commands', {}));
  await using begunHere = new AsyncDisposableStack();
  begunHere.defer(() => installation.close());
  const opened = await openTarget(settings);
  begunHere.defer(() => opened.installation.close());
  const request = {
    source: await openEnd(
      installation,
      { environment: readEnvironment('commands', {}), words: 'a origem' },
      begunHere,
    ),
    target: await openEnd(
      opened.installation,
      { environment: opened.environment, words: 'o destino' },
      begunHere,
    ),
    tenantId,
    say: () => {},
    onStep: (reached: MoveStep) => {
      if (reached === step) throw new Error(`killed after ${step}`);
    },
  };
  const ended = await moveTenant(request).then(
    () => 'the end',
    (error: Error) => error.message,
  );
  if (ended !== `killed after ${step}`) throw new Error(`the move came to: ${ended}`);
}

/** An append that was on its way when the account was frozen, and came after the copy. */
export async function appendLate(source: Lacre, tenantId: string): Promise<string> {
  const installation = await openInstallation(source.dataDir, readEnvironment('commands', {}));
  const log = await installation.openStoredLog();
  try {
    const stream = streams.credits(tenantId);
    const [last] = await Array.fromAsync(log.readStream(stream, { direction: 'backwards', limit: 1 }));
    const { metadata, revision } = last!;
    const { occurredAt, correlationId } = metadata;
    const event = {
      id: randomUUID(),
      type: 'CreditsGranted',
      data: { tenantId, amount: 7, reason: 'tarde' },
      metadata: {
        occurredAt,
        correlationId,
        tenantId,
        actor: { kind: 'system', name: 'operador' },
        schemaVersion: schemaVersionOf('CreditsGranted'),
      },
    };
    await log.append(stream, [event], { expected: revision });
    return event.id;
  } finally {
    await log.close();
    await installation.close();
  }
}

/** The tenant's events as they are stored, but for their positions; reservations are made anew. */
export async function factsOf(of: Lacre, tenantId: string): Promise<Omit<RecordedEvent, 'position'>[]> {
  const installation = await openInstallation(of.dataDir, readEnvironment('commands', {}));
  const log = await installation.openStoredLog();
  try {
    const facts: Omit<RecordedEvent, 'position'>[] = [];
    for await (const { position: _position, ...event } of eventsAfter(log))
      if (event.metadata['tenantId'] === tenantId && !event.stream.startsWith('reservation-'))
        facts.push(event);
    return facts;
  } finally {
    await log.close();
    await installation.close();
  }
}
