import { openWorkQueue, type SettingsOf } from '@lacre/adapters';
import { UnknownDeadLetter, type DeadLetter, type WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';
import pino from 'pino';

import { say, type Command } from './command.ts';
import { UsageError } from './usage-error.ts';

type QueueSettings = SettingsOf<'commands'>;

/** No job of that name was given up on. Its message is for people. */
export class NoSuchWork extends Error {
  override readonly name = 'NoSuchWork';
}

/** Opens the queue that the services work from, and closes it. @throws when its server is away */
export async function withQueue<Result>(
  pool: Pool,
  environment: QueueSettings,
  use: (queue: WorkQueue) => Promise<Result>,
): Promise<Result> {
  const queue = await openWorkQueue(environment, { pool, logger: pino({ level: 'silent' }) });
  try {
    return await use(queue);
  } finally {
    await queue.close();
  }
}

/** `lacre work list`: what the queue gave up on, a line for each job, the oldest of each kind first. */
export async function listWork(pool: Pool, environment: QueueSettings): Promise<string[]> {
  return withQueue(pool, environment, async (queue) => {
    const lines: string[] = [];
    for (const { queue: name, count } of await queue.deadLetterCounts()) {
      lines.push(`${name}: ${count}`);
      for (const letter of await queue.deadLetters(name)) lines.push(lineOf(letter));
    }
    return lines.length === 0 ? ['A fila não desistiu de trabalho algum.'] : lines;
  });
}

const lineOf = ({ id, attempts, diedAt, lastError }: DeadLetter): string =>
  `  ${id}  ${diedAt.toISOString()}  ${attempts === 1 ? '1 tentativa' : `${attempts} tentativas`}  ${lastError}`;

/**
 * `lacre work retry`: puts one job, or all of a kind, back into the queue, with all attempts before it. What the log no
 * longer asks for does nothing when it is done again.
 *
 * @param id of one; all of the kind without it
 * @throws NoSuchWork
 */
export async function retryWork(
  pool: Pool,
  environment: QueueSettings,
  { kind, id }: { kind: string; id: string | undefined },
): Promise<string> {
  return withQueue(pool, environment, async (queue) => {
    const named = (await queue.deadLetterCounts()).some((one) => one.queue === kind);
    const letters = named ? await queue.deadLetters(kind) : [];
    const chosen = id === undefined ? letters : letters.filter((letter) => letter.id === id);
    if (chosen.length === 0)
      throw new NoSuchWork(`a fila não desistiu de ${id ?? 'trabalho algum'} em "${kind}"`);
    for (const letter of chosen) await replay(queue, kind, letter.id);
    return chosen.length === 1
      ? `Um trabalho ${kind} volta à fila.`
      : `${chosen.length} trabalhos ${kind} voltam à fila.`;
  });
}

/** What another operator put back meanwhile is back. */
const replay = (queue: WorkQueue, kind: string, id: string): Promise<void> =>
  queue.replayDeadLetter(kind, id).catch((error: unknown) => {
    if (!(error instanceof UnknownDeadLetter)) throw error;
  });

export const runWorkList: Command = async ({ pool }, { environment, terminal }) => {
  for (const line of await listWork(pool, environment)) say(terminal, line);
  return 0;
};

export const runWorkRetry: Command = async ({ pool }, { words: [kind, id], environment, terminal }) => {
  if (kind === undefined) throw new UsageError('falta o tipo do trabalho, como lacre work list o mostra');
  say(terminal, await retryWork(pool, environment, { kind, id }));
  return 0;
};
