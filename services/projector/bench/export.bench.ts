/**
 * Exporting everything about one person of whom the log has 1,000 events, among others' events, over HTTP, and erasing
 * their key: `node export.bench.ts [--quick] [--json]`.
 */
import { generateKeyPairSync, randomBytes, randomUUID, sign as signBytes } from 'node:crypto';

import { introducingCallers } from '@lacre/access/testing';
import { defaultLimits, streams } from '@lacre/contracts';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@lacre/http';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { buildQueryApp, migrateQuery } from '@lacre/query';
import pino from 'pino';

import { lifeOf, newEvent, plannedProcess } from '../src/testing/index.ts';
import { benchDatabase, has, report } from './stage.ts';
import { writeHistory } from './write-history.ts';

const OTHERS = has('--quick') ? 2_000 : 50_000;
/** Each has three events about the person: asked, signed, told. */
const PROCESSES = 333;
const ROUNDS = 7;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const tenantId = randomUUID();
const personId = randomUUID();
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const iat = Math.floor(Date.now() / 1000);
const claims = {
  iss: TOKEN_ISSUER,
  aud: TOKEN_AUDIENCE,
  iat,
  exp: iat + 3600,
  kind: 'user',
  sub: randomUUID(),
};
const unsigned = `${encode({ alg: 'EdDSA', typ: 'JWT', kid: 'k' })}.${encode({ ...claims, tenantId, role: 'administrator', name: 'Bench' })}`;
const authorization = `Bearer ${unsigned}.${signBytes(null, Buffer.from(unsigned), privateKey).toString('base64url')}`;

const database = await benchDatabase();
const pool = createPool(database.connectionString, { max: 30, applicationName: 'bench' });
const log = await openTestLog(pool);
const { eventStore, personalData } = log;
await migrateQuery(pool);
const app = await buildQueryApp({
  pool,
  eventStore,
  personalData,
  logger: pino({ level: 'warn' }),
  keys: async () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] }),
  trustedProxies: 0,
  apiTokens: async () => undefined,
  digestKey: randomBytes(32),
  limits: defaultLimits,
  callers: introducingCallers(eventStore),
});

await writeHistory(eventStore, OTHERS);
const person = { personId, name: 'Ana Souza', cpf: '52998224725' };
const registered = newEvent('PersonCreated', {
  personId,
  tenantId,
  cpf: person.cpf,
  fields: { name: person.name, email: 'ana@exemplo.com.br' },
});
await eventStore.append(streams.person(personId), [registered], { expected: 'noStream' });
for (let n = 0; n < PROCESSES; n++) {
  const created = plannedProcess({
    tenantId,
    participants: [person, { name: `Rui ${n}`, cpf: '11144477735' }],
  });
  const life = lifeOf(created);
  await eventStore.append(life.stream, [life.created(), life.signed(0, 0), life.signed(0, 1)], {
    expected: 'noStream',
  });
  const notificationId = randomUUID();
  const sent = { notificationId, tenantId, kind: 'process-finished', processId: created.processId } as const;
  const told = newEvent('NotificationSent', { ...sent, recipient: { kind: 'person', id: personId } });
  await eventStore.append(streams.notification(notificationId), [told], { expected: 'noStream' });
}

async function exported(): Promise<{ ms: number; bytes: number }> {
  const from = performance.now();
  const url = `/api/person/${personId}/personal-data`;
  const reply = await app.inject({ method: 'GET', url, headers: { authorization } });
  if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}: ${reply.body}`);
  return { ms: performance.now() - from, bytes: reply.rawPayload.length };
}

const first = await exported();
const later: number[] = [];
for (let round = 0; round < ROUNDS; round++) later.push((await exported()).ms);
const from = performance.now();
await personalData.keys.destroy(personId);
report('export of a person', {
  'events about them': 1 + 3 * PROCESSES,
  'events of others': OTHERS,
  'first, with the index to fill, ms': first.ms,
  'median of later ones, ms': later.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0,
  'answer, KB': first.bytes / 1000,
  'destroying the key, ms': performance.now() - from,
});
await app.close();
await log.close();
await pool.end();
await database.stop();
