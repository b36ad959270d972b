import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readEnvironment } from '@lacre/adapters';
import { schemaVersionOf, streams } from '@lacre/contracts';
import { eventsAfter, type RecordedEvent } from '@lacre/event-store';
import { openInstallation } from '@lacre/local/audit/open-installation';
import { openEnd, openTarget, type End } from '@lacre/local/move/ends';
import { forgetTenant, type ForgetStep } from '@lacre/local/move/forget-tenant';
import { moveTenant, type MoveStep } from '@lacre/local/move/move-tenant';

import type { Lacre } from './lacre.ts';

interface Moving {
  source: Lacre;
  /** Of the source, beside what its folder says. */
  environment?: Record<string, string>;
  settings: string;
  tenantId: string;
}

/** Restarts the target with the source's key of printed codes beside its own. */
export async function givePayloadKeys(source: Lacre, target: Lacre): Promise<void> {
  const fileOf = ({ dataDir }: Lacre) => join(dataDir, 'secrets.json');
  const secretsOf = async (lacre: Lacre) =>
    JSON.parse(await readFile(fileOf(lacre), 'utf8')) as Record<string, string>;
  const own = await secretsOf(target);
  const { payloadKey } = await secretsOf(source);
  await target.stop();
  await writeFile(fileOf(target), JSON.stringify({ ...own, payloadKey: [own['payloadKey'], payloadKey] }));
  await target.start();
}

/** `lacre tenant move`, in this process, as it ends when it dies right after a step. */
export const moveUntil = (moving: Moving, step: MoveStep): Promise<void> =>
  killedAfter(moving, step, moveTenant);

/** `lacre tenant forget`, likewise. */
export const forgetUntil = (moving: Moving, step: ForgetStep): Promise<void> =>
  killedAfter(moving, step, forgetTenant);

async function killedAfter<Step extends string>(
  { source, environment = {}, settings, tenantId }: Moving,
  step: Step,
  command: (request: {
    source: End;
    target: End;
    tenantId: string;
    say: () => void;
    onStep: (reached: Step) => void;
  }) => Promise<void>,
): Promise<void> {
  const own = readEnvironment('commands', environment);
  const installation = await openInstallation(source.dataDir, own);
  await using begunHere = new AsyncDisposableStack();
  begunHere.defer(() => installation.close());
  const opened = await openTarget(settings);
  begunHere.defer(() => opened.installation.close());
  const request = {
    source: await openEnd(installation, { environment: own, words: 'a origem' }, begunHere),
    target: await openEnd(
      opened.installation,
      { environment: opened.environment, words: 'o destino' },
      begunHere,
    ),
    tenantId,
    say: () => {},
    onStep: (reached: Step) => {
      if (reached === step) throw new Error(`killed after ${step}`);
    },
  };
  const ended = await command(request).then(
    () => 'the end',
    (error: Error) => error.message,
  );
  if (ended !== `killed after ${step}`) throw new Error(`the command came to: ${ended}`);
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

/** The tenant's events as the installation reads them, reservations left out. */
export async function storedEvents(
  of: Lacre,
  environment: Record<string, string>,
  tenantId: string,
): Promise<RecordedEvent[]> {
  const installation = await openInstallation(of.dataDir, readEnvironment('commands', environment));
  try {
    const all = await Array.fromAsync(eventsAfter(installation.eventStore));
    return all.filter(
      ({ metadata, stream }) => metadata['tenantId'] === tenantId && !stream.startsWith('reservation-'),
    );
  } finally {
    await installation.close();
  }
}
