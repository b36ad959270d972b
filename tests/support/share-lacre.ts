import { createServer } from 'node:http';

import { rateLimits } from '@lacre/contracts';
import { listenLocally } from '@lacre/test-support';
import type { TestProject } from 'vitest/node';

import { Lacre } from './lacre.ts';

/** All files come from one address, which no limit may take for a stranger's. */
const RATE_LIMITS = Object.keys(rateLimits)
  .filter((name) => name.endsWith('PerAddress'))
  .map((name) => `${name}=1000000/60`)
  .join(',');
/** One that says nothing for so long hangs. */
const ANSWERS_WITHIN_MS = 20_000;

/**
 * vitest `globalSetup`: hands out one running product to the files that share it, started for the first that asks and
 * ended after the run. One that died or hangs is not handed out again: the next file gets a new one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shelf = new Shelf();
  const server = createServer((_request, response) => {
    shelf.take().then(
      ({ origin, dataDir }) => response.end(JSON.stringify({ origin, dataDir })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide('sharedLacre', `http://127.0.0.1:${await listenLocally(server)}/`);
  return async () => {
    server.close();
    await shelf.clear();
  };
}

/** The product that is handed out, if any is. */
class Shelf {
  #lacre: Promise<Lacre> | undefined;
  #taking: Promise<unknown> = Promise.resolve();

  /** Those who ask at once get the same one. */
  take(): Promise<Lacre> {
    const taken = this.#taking.then(() => this.#running());
    this.#taking = taken.catch(() => {});
    return taken;
  }

  async clear(): Promise<void> {
    await this.#taking;
    const lacre = await this.#lacre?.catch(() => undefined);
    this.#lacre = undefined;
    await lacre?.dispose();
  }

  async #running(): Promise<Lacre> {
    const lacre = await this.#lacre?.catch(() => undefined);
    if (lacre !== undefined && (await answers(lacre))) return lacre;
    if (lacre !== undefined) {
      console.error(`the shared product does not answer any more:\n${lacre.output}`);
      await lacre.kill();
      await lacre.dispose();
    }
    this.#lacre = begin();
    return this.#lacre;
  }
}

async function begin(): Promise<Lacre> {
  const lacre = await Lacre.create({ RATE_LIMITS });
  try {
    await lacre.start();
  } catch (error) {
    await lacre.dispose();
    throw error;
  }
  return lacre;
}

/** The server and its database both do. */
const answers = ({ origin }: Lacre): Promise<boolean> =>
  fetch(`${origin}/dev/mailbox/messages?to=nobody`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
