import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { leaveOut, natsServerPath } from '@lacre/work-queue/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { inspectAfterwards } from '../faults/inspect-afterwards.ts';
import { keepFigures, seedOfRun } from '../support/long-form.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { SERVICES } from '../support/services-apart.ts';
import { until } from '../support/until.ts';
import { judgeRepetitions } from './arrivals.ts';
import { judgeGrowth, median, type Growth } from './judge-growth.ts';
import { MinuteLines } from './minute-lines.ts';
import { MixedLoad } from './mixed-load.ts';
import { causeOutages, type Outage } from './outages.ts';
import { openSoakStage, type SoakStage } from './soak-stage.ts';
import { countFiles, Watch } from './watch.ts';

/** An hour by `npm run soak`; the short form goes through the same motions. */
const MINUTES = Number(process.env['LACRE_SOAK_MINUTES'] ?? 1);
const DURATION_MS = MINUTES * 60_000;
const { clients, looks, mailAwayMs, pauseMs } =
  MINUTES < 5
    ? { clients: 2, looks: { everyMs: 1000, rarelyMs: 10_000 }, mailAwayMs: 3000, pauseMs: 50 }
    : { clients: 4, looks: { everyMs: 5000, rarelyMs: 30_000 }, mailAwayMs: 90_000, pauseMs: 1500 };
const WORKERS = 3;
/** What was held back is tried again later and later. */
const CATCHES_UP_WITHIN_MS = 300_000;

const random = seededRandom(seedOfRun());
const natsBinary = natsServerPath();
if (natsBinary === undefined)
  leaveOut('the queue of the soak in NATS', 'nats-server: apt-get install nats-server');

let stage: SoakStage;

beforeAll(async () => {
  stage = await openSoakStage({ natsBinary, clients, random: () => random.next() });
}, 240_000);
afterAll(() => stage.dispose(), 120_000);

/** Whatever could grow, since the last start of its process. */
function growthOf(
  watch: Watch,
  outages: readonly Outage[],
  processes: number,
): Record<string, Growth | undefined> {
  const perHour = (processes / MINUTES) * 60;
  const ofServices = SERVICES.flatMap((service) =>
    (['residentMb', 'workersMb', 'handles'] as const).map(
      (what) => [`${service} ${what}`, judgeGrowth(watch.seriesOf(service, what), what, perHour)] as const,
    ),
  );
  const heaps = SERVICES.map(
    (service) =>
      [`${service} liveHeapMb`, judgeGrowth(watch.liveHeapSeries(service), 'liveHeapMb', perHour)] as const,
  );
  // The database's own start ends them all.
  const databaseBackAt = Math.max(0, ...outages.map(({ what, toMs }) => (what === 'database' ? toMs : 0)));
  const connections = judgeGrowth(watch.connectionSeries(databaseBackAt), 'connections', perHour);
  return { ...Object.fromEntries([...ofServices, ...heaps]), connections };
}

async function untilAllDone({ samples }: Watch): Promise<void> {
  const from = performance.now();
  await until(
    'all that was asked for to be done',
    () => {
      const last = samples.at(-1);
      const isDone = last?.openWork === 0 && last.behindSeconds === 0 && last.atMs > from;
      return Promise.resolve(isDone || undefined);
    },
    CATCHES_UP_WITHIN_MS,
  );
}

/** Mails and deliveries of webhooks that came more than once. */
function repetitions({ services, hooks }: SoakStage, outages: readonly Outage[]) {
  const between = (...engines: string[]) => outages.filter(({ what }) => engines.includes(what));
  const mails = services.mails.map(({ messageId, receivedAt }) => ({
    id: messageId,
    atMs: receivedAt.getTime() - performance.timeOrigin,
  }));
  return {
    mails: judgeRepetitions(mails, between('projector', 'database', 'queue and its storage')),
    webhooks: judgeRepetitions(hooks.taken, between('projector', 'database')),
  };
}

it(
  `holds ${MINUTES} min of mixed load with everything away in turn, and grows by nothing but what it keeps (seed ${random.seed})`,
  async () => {
    const { services, hooks, pool } = stage;
    const beganAt = performance.now();
    const watch = new Watch(services, pool, looks);
    const load = new MixedLoad(services, stage.clients, {
      workers: WORKERS,
      pauseMs,
      random: () => random.next(),
    });
    const minutes = new MinuteLines({ watch, load, services }, (line) => console.log(line));
    const outages = await causeOutages({ ...stage, mailAwayMs }, DURATION_MS);
    await sleep(Math.max(0, DURATION_MS - (performance.now() - beganAt)));
    const acknowledged = await load.stop();
    minutes.stop();
    const growth = growthOf(watch, outages, acknowledged.length);
    await untilAllDone(watch);
    await watch.stop();
    const sealed = acknowledged.filter(({ ending }) => ending === 'sealed').length;
    const files = await countFiles(services.dataDir);
    await services.stop();

    const repeated = repetitions(stage, outages);
    const seen = (what: 'behindSeconds' | 'openWork') => {
      const values = watch.samples.flatMap(({ [what]: value }) => value ?? []);
      return { median: median(values), most: Math.max(...values) };
    };
    const figures = {
      seed: random.seed,
      minutes: MINUTES,
      load: Number(loadavg()[2]?.toFixed(1)),
      acts: load.tally.acts,
      processes: acknowledged.length,
      sealed,
      mails: services.mailCount,
      webhooks: hooks.taken.length,
      'webhooks refused by their receiver': hooks.refused,
      'repeated across an outage, under the same id': {
        mails: repeated.mails.explained,
        webhooks: repeated.webhooks.explained,
      },
      'files per sealed document': Number((files / sealed).toFixed(1)),
      'read models behind, seconds': seen('behindSeconds'),
      'open work': seen('openWork'),
      outages: outages.map(({ what, fromMs, toMs }) => ({
        what,
        atMinute: Number(((fromMs - beganAt) / 60_000).toFixed(1)),
        seconds: Number(((toMs - fromMs) / 1000).toFixed(1)),
      })),
      growth,
      eachMinute: minutes.lines,
    };
    console.log(JSON.stringify({ ...figures, eachMinute: undefined }));

    expect(load.tally.failures).toEqual([]);
    expect(sealed).toBeGreaterThan(MINUTES * 2);
    const { mails, webhooks } = repeated;
    expect([mails.unexplained, webhooks.unexplained], JSON.stringify(outages)).toEqual([[], []]);
    // Each end at both webhooks of its account, as one fact.
    expect(hooks.ends.size).toBe(acknowledged.length * 2);
    expect([...hooks.ends].filter(([, ids]) => ids.size !== 1)).toEqual([]);
    expect(watch.samples.at(-1)?.deadLetters).toBe(0);
    for (const service of SERVICES) expect(watch.liveHeapSeries(service).length).toBeGreaterThan(0);
    const events = await inspectAfterwards(services.dataDir, acknowledged, {
      variables: services.variablesOf('command'),
      others: 0,
    });
    expect(Object.entries(growth).filter(([, one]) => one?.isFlat === false)).toEqual([]);
    keepFigures('soak', { ...figures, events });
  },
  DURATION_MS * 1.5 + 1_200_000,
);
