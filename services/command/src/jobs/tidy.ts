import { forgetEnded, type ExpiringParts } from '@lacre/identity';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { schema } from '../database/migrations.ts';
import type { Answers } from '../idempotency/answers.ts';
import { forgetLookUps } from '../lookup/kept-source.ts';

const EVERY_MS = 10 * 60 * 1000;
/** Clients repeat a command within minutes; after this an answer comes from the log instead, at the cost of a read. */
const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

interface TidyParts extends ExpiringParts {
  readonly answers: Answers;
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Drops what is over: answers, attempts, codes, devices, sessions, what was begun, and what was looked up elsewhere. */
export async function tidy(service: TidyParts): Promise<void> {
  const { answers, pool, now } = service;
  await answers.forget(new Date(now().getTime() - ANSWERS_KEPT_MS));
  await forgetEnded(service);
  await forgetLookUps(pool, now());
}

/** Tidies now and then, in any number of processes: each only deletes what is over. */
export function startTidying(service: TidyParts & { log: Logger }): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = tidy(service).catch((error: unknown) =>
      service.log.warn({ err: error, schema }, 'what is over could not be dropped; it will be tried again'),
    );
  };
  const timer = setInterval(run, EVERY_MS);
  run();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
