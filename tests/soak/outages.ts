import { setTimeout as sleep } from 'node:timers/promises';

import { stopEmbeddedPostgres } from '@lacre/postgres';
import type { NatsServer } from '@lacre/work-queue/testing';

import type { ServicesApart } from '../support/services-apart.ts';

/** Something that was away, and when: milliseconds since the process began. */
export interface Outage {
  what: string;
  fromMs: number;
  toMs: number;
}

type Cause = readonly [what: string, cause: () => Promise<void>];

/** What goes away and comes back. */
export interface Engines {
  services: ServicesApart;
  /** Folder of the database, which is started again by its supervisor. */
  databaseFolder: string;
  nats: NatsServer | undefined;
  mailAwayMs: number;
}

/** Share of the time from which on no service is killed. */
const QUIET_FROM = 1 / 4;

const killOf = ({ services }: Engines, service: 'command' | 'query' | 'projector' | 'signer'): Cause => [
  service,
  () => services.killAndRestart(service),
];

const engineFaults = ({ services, databaseFolder, nats, mailAwayMs }: Engines): Cause[] => [
  ...(nats === undefined
    ? []
    : ([
        [
          'queue and its storage',
          async () => {
            await nats.kill();
            nats.wipeFolder();
            await nats.start();
          },
        ],
      ] satisfies Cause[])),
  ['database', () => stopEmbeddedPostgres(databaseFolder)],
  ['mail server', () => services.mailServerAway(mailAwayMs)],
];

/**
 * Each service is killed and each engine is away within the first quarter; engines alone again up to nine tenths, so that
 * services have three quarters of the time without a start, by which their memory is judged.
 *
 * @returns the outages that there were
 */
export async function causeOutages(engines: Engines, durationMs: number): Promise<Outage[]> {
  const [one, another, third] = engineFaults(engines);
  const first: (Cause | undefined)[] = [
    killOf(engines, 'command'),
    one,
    killOf(engines, 'query'),
    another,
    killOf(engines, 'projector'),
    third,
    killOf(engines, 'signer'),
  ];
  const causes = first.filter((cause) => cause !== undefined);
  const later = engineFaults(engines);
  const began = performance.now();
  const at = (share: number): number => began + share * durationMs;
  const planned = [
    ...causes.map((cause, n) => ({ cause, atMs: at(QUIET_FROM * (0.1 + (0.9 * n) / causes.length)) })),
    ...later.map((cause, n) => ({ cause, atMs: at(0.45 + (0.45 * n) / later.length) })),
  ];
  const outages: Outage[] = [];
  for (const { cause, atMs } of planned) {
    await sleep(Math.max(0, atMs - performance.now()));
    const [what, act] = cause;
    const fromMs = performance.now();
    await act();
    outages.push({ what, fromMs, toMs: performance.now() });
  }
  return outages;
}
