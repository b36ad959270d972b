import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Pool } from 'pg';

import { SERVICES, type Service, type ServicesApart } from '../support/services-apart.ts';
import type { Series } from './judge-growth.ts';
import { liveHeapMb } from './live-heap.ts';

/** Megabytes of 2^20 bytes, and counts. */
interface OfService {
  pid: number;
  residentMb: number;
  /** Of the processes that it started: workers that parse files. */
  workersMb: number;
  /** Open files and sockets. */
  handles: number;
}

/** What is looked at rarely, since it holds the service up. */
interface RareSample {
  atMs: number;
  liveHeapMb: Partial<Record<Service, { pid: number; mb: number }>>;
  /** In the store, of all kinds. */
  files: number | undefined;
}

/** One look at everything; what an outage keeps from being read is undefined. */
interface Sample {
  atMs: number;
  services: Partial<Record<Service, OfService>>;
  /** Open in the database, by the name that the connection gives. */
  connections: Readonly<Record<string, number>> | undefined;
  /** Age of the oldest event that a read model has not seen. */
  behindSeconds: number | undefined;
  /** Work that the log asks for and that is due, with webhooks to be sent. */
  openWork: number | undefined;
  deadLetters: number | undefined;
}

const kilobytes = (status: string): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}

/** As proc(5) has it: Linux alone. */
async function ofService(pid: number): Promise<OfService> {
  const residentOf = async (each: number) => kilobytes(await readFile(`/proc/${each}/status`, 'utf8')) / 1024;
  const workers = await Promise.all((await childrenOf(pid)).map((child) => residentOf(child).catch(() => 0)));
  return {
    pid,
    residentMb: Math.round(await residentOf(pid)),
    workersMb: Math.round(workers.reduce((sum, mb) => sum + mb, 0)),
    handles: (await readdir(`/proc/${pid}/fd`)).length,
  };
}

/** Values of a metric in the text format of Prometheus, whatever their labels. */
const valuesOf = (metrics: string, name: string): number[] =>
  [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
    Number(value),
  );

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** How many files the store holds. */
export async function countFiles(dataDir: string): Promise<number> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && /^[\da-f]{64}$/.test(entry.name)).length;
}

/** Looks at the services, their database and what is to be done, again and again. */
export class Watch {
  readonly samples: Sample[] = [];
  readonly rareSamples: RareSample[] = [];
  readonly #services: ServicesApart;
  readonly #pool: Pool;
  readonly #timers: NodeJS.Timeout[];
  #looking: Promise<void> | undefined;
  #lookingRarely: Promise<void> | undefined;

  /** @param pool of the test's own, of one connection */
  constructor(
    services: ServicesApart,
    pool: Pool,
    { everyMs, rarelyMs }: { everyMs: number; rarelyMs: number },
  ) {
    this.#services = services;
    this.#pool = pool;
    this.#timers = [
      setInterval(() => {
        this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
      }, everyMs),
      setInterval(() => {
        this.#lookingRarely ??= this.#lookRarely().finally(() => (this.#lookingRarely = undefined));
      }, rarelyMs),
    ];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#looking, this.#lookingRarely]);
  }

  /** What was still reachable in a service since its last start. */
  liveHeapSeries(service: Service): Series {
    const pid = this.#services.pid(service);
    return this.rareSamples.flatMap(({ atMs, liveHeapMb: { [service]: looked } }) =>
      looked?.pid === pid ? [{ atMs, value: looked.mb }] : [],
    );
  }

  /** What was read of a service since its last start. */
  seriesOf(service: Service, what: 'residentMb' | 'workersMb' | 'handles'): Series {
    const pid = this.#services.pid(service);
    return this.samples.flatMap(({ atMs, services: { [service]: looked } }) =>
      looked?.pid === pid ? [{ atMs, value: looked[what] }] : [],
    );
  }

  /** Connections of all services together. */
  connectionSeries(sinceMs: number): Series {
    return this.samples.flatMap(({ atMs, connections }) =>
      connections === undefined || atMs < sinceMs ? [] : [{ atMs, value: sum(Object.values(connections)) }],
    );
  }

  async #look(): Promise<void> {
    const atMs = performance.now();
    const looked = await Promise.all(
      SERVICES.map(async (service) => [service, await ofService(this.#services.pid(service))] as const).map(
        (look) => look.catch(() => undefined),
      ),
    );
    const metrics = await this.#services.metrics('projector').catch(() => undefined);
    const of = (name: string): number[] | undefined => {
      const values = metrics === undefined ? [] : valuesOf(metrics, name);
      return values.length === 0 ? undefined : values;
    };
    const behind = of('lacre_read_models_behind_seconds');
    const pending = of('lacre_webhook_deliveries_pending');
    this.samples.push({
      atMs,
      services: Object.fromEntries(looked.filter((one) => one !== undefined)),
      connections: await this.#connections().catch(() => undefined),
      behindSeconds: behind && Math.max(...behind),
      // Where nothing is to be done there is no kind to count.
      openWork: pending && sum([...(of('lacre_open_work') ?? []), ...pending]),
      deadLetters: pending && sum(of('lacre_dead_letters') ?? []),
    });
  }

  async #lookRarely(): Promise<void> {
    const atMs = performance.now();
    const looked: RareSample['liveHeapMb'] = {};
    for (const service of SERVICES) {
      const pid = this.#services.pid(service);
      // One that is away has no heap.
      const mb = await liveHeapMb(this.#services, service).catch(() => undefined);
      if (mb !== undefined && pid === this.#services.pid(service)) looked[service] = { pid, mb };
    }
    const files = await countFiles(this.#services.dataDir).catch(() => undefined);
    this.rareSamples.push({ atMs, liveHeapMb: looked, files });
  }

  async #connections(): Promise<Record<string, number>> {
    const { rows } = await this.#pool.query<{ name: string; count: number }>(
      `select application_name as name, count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() group by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  }
}
