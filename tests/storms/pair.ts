import { readEnvironment } from '@lacre/adapters';
import type { RecordedEvent } from '@lacre/event-store';
import type { Problem } from '@lacre/local/audit/check';
import { fsck, wholeLog } from '@lacre/local/audit/fsck';
import { openInstallation } from '@lacre/local/audit/open-installation';
import { createTestDatabase } from '@lacre/postgres/testing';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { until } from '../support/until.ts';

/** One installation served by two processes, so that requests race between processes as well as within one. */
export interface Pair {
  instances: readonly [Lacre, Lacre];
  /** The same caller at the other process. */
  at(instance: Lacre, api: Api): Api;
  /** With both stopped: the whole log, and what does not fit in it and beside it. */
  inspect(): Promise<{ events: RecordedEvent[]; problems: Problem[] }>;
  dispose(): Promise<void>;
}

export async function openPair(environment: Record<string, string>): Promise<Pair> {
  const database = await createTestDatabase();
  const variables = { ...environment, DATABASE_URL: database.connectionString };
  const one = await Lacre.create(variables);
  await one.start();
  const other = await one.beside();
  await other.start();
  return {
    instances: [one, other],
    at: (instance, api) => new Api(instance.origin, api.token),
    inspect: async () => {
      await one.stop();
      await other.stop();
      const installation = await openInstallation(one.dataDir, readEnvironment('commands', variables));
      try {
        return {
          events: await Array.fromAsync(wholeLog(installation)),
          problems: await fsck(installation),
        };
      } finally {
        await installation.close();
      }
    },
    dispose: async () => {
      await other.stop();
      await one.dispose();
      await database.drop();
    },
  };
}

/** Once nothing is on its way any more: of every reservation it is known what becomes of it. */
export const creditsSettled = (api: Api, stillReserved: number) =>
  until(
    'credits to settle',
    async () => {
      const now = await api.call('tenantCredits');
      return now.reserved === stillReserved ? now : undefined;
    },
    300_000,
  );
