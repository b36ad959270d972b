import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

import { diskCheck } from './checks.ts';
import { buildInternalApp } from './internal-app.ts';
import { Metrics } from './metrics.ts';
import { Readiness, type Check } from './readiness.ts';
import { tracePool } from './traced-pool.ts';

export interface ObservedProcess {
  /** command, query, projector, signer, or local for all in one. */
  service: string;
  log: FastifyBaseLogger;
  pools: Readonly<Record<string, Pool>>;
  /** The data folder, where the process writes to one. */
  dataDir?: string;
  checks: readonly Check[];
}

/** Probes and metrics of a process, and spans of its pools where traces are exported. `listen` opens its internal listener; `close` ends its readiness first. */
export class Observation {
  readonly metrics: Metrics;
  readonly #log: FastifyBaseLogger;
  readonly #readiness: Readiness;
  #app: FastifyInstance | undefined;

  constructor({ service, log, pools, dataDir, checks }: ObservedProcess) {
    this.#log = log;
    this.metrics = new Metrics(service);
    this.metrics.addPools(pools);
    for (const [name, pool] of Object.entries(pools)) tracePool(name, pool);
    if (dataDir !== undefined) this.metrics.addDisk(dataDir);
    this.#readiness = new Readiness(dataDir === undefined ? checks : [...checks, diskCheck(dataDir)]);
    this.metrics.addReadiness(this.#readiness);
  }

  /** The internal listener, for further routes; a process that opens none makes none. */
  get app(): FastifyInstance {
    const { metrics } = this;
    return (this.#app ??= buildInternalApp({ log: this.#log, metrics, readiness: this.#readiness }));
  }

  async listen(address: { host: string; port: number }): Promise<void> {
    await this.app.listen(address);
  }

  async close(): Promise<void> {
    this.#readiness.end();
    await this.#app?.close();
  }
}
