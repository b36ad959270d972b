import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

import { freeBytesOf } from './checks.ts';
import { ANSWER_BUCKETS, INSTRUMENTS } from './instruments.ts';
import type { Readiness } from './readiness.ts';

/** An answer that was given over HTTP, by the operation of the contracts where its address is of one. */
interface Answered {
  operation: string | undefined;
  status: number;
  seconds: number;
}

interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

interface AskedGauge {
  /** With its unit at its end, as Prometheus names metrics. */
  name: string;
  help: string;
  labels?: readonly string[];
  /** Asked at each scrape. Where it fails the metric is missing from the answer, and the others are not. */
  ask: () => Promise<readonly Sample[]>;
}

/**
 * Metrics of a process in the text format of Prometheus (0.0.4). Labels are operations, statuses, kinds of work and parts
 * of the product: none identifies a person, a tenant or a file.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #answers: Histogram;

  /** @param service command, query, projector, signer, or local for all in one */
  constructor(service: string) {
    this.#registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.#registry });
    for (const instrument of INSTRUMENTS) this.#registry.registerMetric(instrument);
    this.#answers = new Histogram({
      name: 'lacre_http_answer_duration_seconds',
      help: 'Time from the request to the end of its answer, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: ANSWER_BUCKETS,
      registers: [this.#registry],
    });
  }

  readonly onAnswered = ({ operation = 'none', status, seconds }: Answered): void =>
    this.#answers.observe({ operation, status: String(status) }, seconds);

  /** Adds a gauge that is collected at each scrape. */
  add({ name, help, labels = [], ask }: AskedGauge): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      async collect() {
        this.reset();
        // Without labels it stands at 0 by itself, which may not be so.
        if (labels.length === 0) this.remove();
        const samples = await ask().catch(() => []);
        for (const sample of samples) this.set({ ...sample.labels }, sample.value);
      },
    });
    this.#registry.registerMetric(gauge);
  }

  /** Connections of a pool: those open, those not in use, and how many wait for one. */
  addPools(pools: Readonly<Record<string, Pool>>): void {
    this.add({
      name: 'lacre_database_connections',
      help: 'Connections of a pool by state; waiting counts who has none.',
      labels: ['pool', 'state'],
      ask: async () =>
        Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
          { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
          { labels: { pool, state: 'idle' }, value: idleCount },
          { labels: { pool, state: 'waiting' }, value: waitingCount },
        ]),
    });
  }

  addDisk(folder: string): void {
    this.add({
      name: 'lacre_disk_free_bytes',
      help: 'Room on the disk of the data folder.',
      ask: async () => [{ labels: {}, value: await freeBytesOf(folder) }],
    });
  }

  /** Whether each check of the process holds, 1 or 0. */
  addReadiness(readiness: Readiness): void {
    this.add({
      name: 'lacre_check_ok',
      help: 'Whether what the process needs is there, 1 or 0, by check.',
      labels: ['check'],
      ask: async () =>
        (await readiness.look()).checks.map(({ name, ok }) => ({
          labels: { check: name },
          value: Number(ok),
        })),
    });
  }

  /** @returns the text, and its media type */
  async text(): Promise<{ body: string; contentType: string }> {
    return { body: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }
}
