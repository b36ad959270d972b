/**
 * From the call of an append to the moment the query API shows it over HTTP, at 20 and at 200 appends a second:
 * `node visibility.bench.ts [--quick] [--json]`. A reader asks for the process just created until it is there.
 */
import { generateKeyPairSync, randomBytes, randomUUID, sign as signBytes } from 'node:crypto';
import { Agent, get as httpGet } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { introducingCallers } from '@lacre/access/testing';
import { defaultLimits } from '@lacre/contracts';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@lacre/http';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { buildQueryApp, migrateQuery } from '@lacre/query';
import { portOf } from '@lacre/test-support';
import pino from 'pino';

import { startProjections } from '../src/start-projector.ts';
import { lifeOf, plannedProcess } from '../src/testing/index.ts';
import { benchDatabase, has, report } from './stage.ts';

const SECONDS = has('--quick') ? 4 : 20;
/** The reader's pause between two looks: what a poll adds by itself is half of it, plus a look. */
const LOOK_AGAIN_MS = 8;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const tenantId = randomUUID();
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = Math.floor(Date.now() / 1000);
const unsigned = `${encode({ alg: 'EdDSA', typ: 'JWT', kid: 'k' })}.${encode({
  iss: TOKEN_ISSUER,
  aud: TOKEN_AUDIENCE,
  iat: now,
  exp: now + 3600,
  kind: 'user',
  sub: randomUUID(),
  tenantId,
  role: 'administrator',
  name: 'Bench',
})}`;
const authorization = `Bearer ${unsigned}.${signBytes(null, Buffer.from(unsigned), privateKey).toString('base64url')}`;

const database = await benchDatabase();
const logger = pino({ level: 'warn' });
const open = (applicationName: string, max: number) =>
  createPool(database.connectionString, { max, applicationName });
const pools = [open('log', 12), open('projector', 8), open('query', 12)] as const;
const log = await openTestLog(pools[0]);
const { eventStore } = log;
await migrateQuery(pools[2]);
const projections = await startProjections({ pool: pools[1], eventStore, logger });
await projections.caughtUp;
const app = await buildQueryApp({
  pool: pools[2],
  eventStore,
  personalData: log.personalData,
  logger,
  keys: async () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] }),
  trustedProxies: 0,
  apiTokens: async () => undefined,
  digestKey: randomBytes(32),
  limits: defaultLimits,
  callers: introducingCallers(eventStore),
});
await app.listen({ host: '127.0.0.1', port: 0 });
const port = portOf(app.server);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const statusOf = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const request = httpGet({ host: '127.0.0.1', port, path, agent, headers: { authorization } }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
    });
    request.on('error', reject);
  });

/** Milliseconds from the append's call to the first answer that shows it; and, with `min-position`, to that answer. */
async function visibleAfter(waiting: boolean): Promise<number> {
  const created = plannedProcess({ tenantId });
  const life = lifeOf(created);
  const from = performance.now();
  const { position } = await eventStore.append(life.stream, [life.created()], { expected: 'noStream' });
  const path = `/api/process/${created.processId}`;
  if (waiting) {
    if ((await statusOf(`${path}?min-position=${position}`)) !== 200)
      throw new Error('not visible with min-position');
    return performance.now() - from;
  }
  for (;;) {
    const status = await statusOf(path);
    if (status === 200) return performance.now() - from;
    if (status !== 404) throw new Error(`answered ${status}`);
    await sleep(LOOK_AGAIN_MS);
  }
}

async function atRate(perSecond: number, waiting: boolean): Promise<Record<string, number>> {
  const cpu = process.cpuUsage();
  const running: Promise<number>[] = [];
  const from = performance.now();
  for (let sent = 0; sent < perSecond * SECONDS; sent++) {
    const dueMs = (sent * 1000) / perSecond - (performance.now() - from);
    if (dueMs > 0) await sleep(dueMs);
    running.push(visibleAfter(waiting));
  }
  const sorted = (await Promise.all(running)).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const { user, system } = process.cpuUsage(cpu);
  // What does not depend on who else uses the machine.
  const cpuMs = (user + system) / 1000 / running.length;
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'Node CPU ms per write': cpuMs };
}

await atRate(50, false);
for (const waiting of [false, true]) {
  for (const perSecond of [20, 200]) {
    const mode = waiting ? 'with min-position' : 'polling';
    report(`visibility at ${perSecond}/s ${mode}`, await atRate(perSecond, waiting));
  }
}
agent.destroy();
await app.close();
await projections.stop();
await log.close();
await Promise.all(pools.map((pool) => pool.end()));
await database.stop();
