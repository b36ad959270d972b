import { join } from 'node:path';

import { openEventStore, openWorkQueue, readEnvironment } from '@lacre/adapters';
import { openFolderBlobStore } from '@lacre/blob-store';
import type { KeySource } from '@lacre/http';
import { createPool } from '@lacre/postgres';
import pino from 'pino';
import { z } from 'zod';

import { sofficeConverter } from './intake/convert-office.ts';
import { openSealKeys } from './keys/seal-keys.ts';
import { migrateSigner } from './migrations.ts';
import { buildSignerApp, openSigner, startSignerWorkers } from './signer.ts';

/** The signer service alone, with production adapters chosen by the environment. */

const key = z.string().regex(/^[\da-f]{64}$/i, '32 bytes em hexadecimal');
/** Secrets this service needs besides the product's common variables. */
const secrets = z
  .object({
    BLOB_MASTER_KEY: key,
    PAYLOAD_KEY: key,
    PROOF_SECRET: key,
    SOFFICE_PATH: z.string().optional(),
    PATH: z.string().default(''),
  })
  .safeParse(process.env);
if (!secrets.success) {
  throw new Error(
    `missing or malformed: ${secrets.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
  );
}
const { BLOB_MASTER_KEY, PAYLOAD_KEY, PROOF_SECRET, SOFFICE_PATH, PATH } = secrets.data;
const environment = readEnvironment();

function required(name: 'DATABASE_URL' | 'JWKS_URL' | 'PUBLIC_URL' | 'DATA_DIR'): string {
  const value = environment[name];
  if (value === undefined) throw new Error(`${name} is required`);
  return value;
}

const JWKS_TIMEOUT_MS = 5000;

/** The identity service's public keys (RFC 7517). */
const keys: KeySource = async () => {
  const answer = await fetch(required('JWKS_URL'), { signal: AbortSignal.timeout(JWKS_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`the key set answered ${answer.status}`);
  return (await answer.json()) as Awaited<ReturnType<KeySource>>;
};

const logger = pino({ level: environment.LOG_LEVEL });
const dataFolder = required('DATA_DIR');
const pool = createPool(required('DATABASE_URL'), { max: 10, applicationName: 'lacre-signer', log: logger });
await migrateSigner(pool);
const eventStore = await openEventStore(environment.EVENT_STORE_URL, { pool, logger });
const workQueue = await openWorkQueue(environment.NATS_URL, { pool, logger });
const { SEAL_PFX: path, SEAL_PFX_PASSWORD: password } = environment;
const signer = openSigner({
  logger,
  eventStore,
  workQueue,
  pool,
  blobs: await openFolderBlobStore({
    folder: join(dataFolder, 'blobs'),
    masterKey: Buffer.from(BLOB_MASTER_KEY, 'hex'),
  }),
  proofSecret: Buffer.from(PROOF_SECRET, 'hex'),
  payloadKey: Buffer.from(PAYLOAD_KEY, 'hex'),
  sealKeys: await openSealKeys({
    folder: join(dataFolder, 'keys'),
    organization: 'Lacre',
    now: new Date(),
    ...(path === undefined ? {} : { pfx: { path, password } }),
  }),
  publicUrl: required('PUBLIC_URL').replace(/\/$/, ''),
  office: sofficeConverter({ program: SOFFICE_PATH, searchPath: PATH }),
  now: () => new Date(),
});
const app = await buildSignerApp(signer, { keys, trustedProxies: environment.TRUSTED_PROXIES });
const workers = await startSignerWorkers(signer);
await app.listen({ host: environment.HOST, port: environment.PORT ?? 3004 });
logger.info({ certificate: signer.sealKeys.signer.certificate.commonName }, 'signer ready');

let stopping = false;
/** Requests and jobs at work are finished; a second signal does not wait for them. */
async function stop(): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  await app.close();
  await workers.stop();
  await workQueue.close();
  await signer.close();
  await eventStore.close();
  await pool.end();
}
process.on('SIGTERM', () => void stop()).on('SIGINT', () => void stop());
