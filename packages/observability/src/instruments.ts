import { Counter, Histogram, type Metric } from 'prom-client';

/** From a cached read to a file of 30 MB, seconds. */
export const ANSWER_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** From one round trip to a log that chooses a new leader, seconds. */
const APPEND_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From a credit to a seal that waits for its authorities, seconds. */
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The process's own: parts that measure are made before, and apart from, what is scraped. */
const NOWHERE = { registers: [] };

export const appendDuration = new Histogram({
  name: 'lacre_append_duration_seconds',
  help: 'Time of an append to the log, by outcome: appended, conflict (another writer was first) or failed.',
  labelNames: ['outcome'],
  buckets: APPEND_BUCKETS,
  ...NOWHERE,
});

export const jobDuration = new Histogram({
  name: 'lacre_job_duration_seconds',
  help: 'Time of a delivery of a job, by queue and outcome: done, later, failed or buried.',
  labelNames: ['queue', 'outcome'],
  buckets: JOB_BUCKETS,
  ...NOWHERE,
});

export const sealDuration = new Histogram({
  name: 'lacre_seal_duration_seconds',
  help: 'Time of a sealing or a renewal, by outcome: made, impossible (the document takes none) or failed (tried again).',
  labelNames: ['kind', 'outcome'],
  buckets: JOB_BUCKETS,
  ...NOWHERE,
});

export const deliveries = new Counter({
  name: 'lacre_deliveries_total',
  help: 'Messages given to mail servers, SMS gateways and webhooks, by outcome: accepted, refused (for good) or failed.',
  labelNames: ['channel', 'outcome'],
  ...NOWHERE,
});

export const streamCacheLookups = new Counter({
  name: 'lacre_stream_cache_lookups_total',
  help: 'Streams that a command decided on, by whether their state was in memory.',
  labelNames: ['outcome'],
  ...NOWHERE,
});

export const INSTRUMENTS: readonly Metric[] = [
  appendDuration,
  jobDuration,
  sealDuration,
  deliveries,
  streamCacheLookups,
];
