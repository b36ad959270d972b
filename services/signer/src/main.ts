import { join } from 'node:path';

import { remoteApiTokens } from '@lacre/access';
import {
  assertEngines,
  blobPlace,
  endInWords,
  loggerOptions,
  openLog,
  openSecurityLog,
  openTracing,
  openWorkQueue,
  ownKeysOf,
  poolOpener,
  readEnvironment,
  sealKeysMark,
  servedHosts,
  stopOnSignal,
  transferLimits,
  giveBackStartMemory,
} from '@lacre/adapters';
import { remoteKeys } from '@lacre/http';
import { blobsCheck, databaseCheck, logCheck, Observation, queueCheck } from '@lacre/observability';
import pino from 'pino';

import { openSealing } from './authorities/open-sealing.ts';
import { faceRegisterOf } from './face/comparison/face-register.ts';
import { officeConverter } from './intake/office/office-converter.ts';
import { assertStoresFitLog, StoresDoNotFitLog } from './keys/assert-stores.ts';
import { tokenSettings } from './keys/pkcs11/token-settings.ts';
import { SealKeysUnusable } from './keys/unusable-keys.ts';
import { migrateSigner } from './migrations.ts';
import { observeCertificates, sealCertificateCheck } from './observe-certificates.ts';
import { buildSignerApp, openSigner, startSignerWorkers } from './signer.ts';

endInWords(StoresDoNotFitLog, SealKeysUnusable);

/** The signer service in a process of its own, on the adapters that the environment names. */
const environment = readEnvironment('signer');
const logger = pino(loggerOptions(environment, 'signer'));
const tracing = await openTracing('signer', environment, logger);
await assertEngines(
  environment,
  [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'EVENT_STORE_URL',
    'NATS_URL',
    'DATA_DIR',
    'S3_URL',
    'TSA_URL',
    'GOTENBERG_URL',
  ],
  ({ line, setting }) => logger.warn({ setting }, line),
);
const pool = poolOpener(environment, logger)('lacre-signer', environment.DATABASE_POOL_SIZE ?? 10);
await migrateSigner(pool);
const blobsAt = blobPlace(environment, environment.DATA_DIR);
const keysFolder = join(environment.DATA_DIR, 'seal-keys');
const log = await openLog(environment.EVENT_STORE_URL, {
  pool,
  logger,
  prefix: environment.EVENT_STORE_PREFIX,
  masterKeys: environment.PERSONAL_DATA_KEYS,
  ownKeys: ownKeysOf(environment),
  stores: [blobsAt.mark, sealKeysMark(keysFolder)],
});
const workQueue = await openWorkQueue(environment, { pool, logger, tenantMoves: log.tenantMoves });
const { SEAL_PFX: path, SEAL_PFX_PASSWORD: password } = environment;
const publicUrl = environment.PUBLIC_URL.replace(/\/$/, '');
const blobs = await blobsAt.open(environment.BLOB_MASTER_KEY);
await assertStoresFitLog({ eventStore: log.eventStore, pool, blobs, keysFolder });
const signer = openSigner({
  logger,
  eventStore: log.eventStore,
  tenantMoves: log.tenantMoves,
  personalDataKeys: log.personalData.keys,
  faceWorkers: environment.FACE_WORKERS,
  faceRegister: faceRegisterOf(environment, logger),
  limits: environment.RATE_LIMITS,
  workQueue,
  pool,
  blobs,
  reencrypt: environment.BLOB_MASTER_KEY.length > 1 ? async (signal) => blobs.reencrypt(signal) : undefined,
  proofSecret: environment.PROOF_SECRET,
  payloadKey: environment.PAYLOAD_KEY[0],
  formerPayloadKeys: environment.PAYLOAD_KEY.slice(1),
  ...(await openSealing({
    folder: keysFolder,
    organization: 'Lacre',
    publicUrl,
    keyFile: path === undefined ? undefined : { path, password },
    token: tokenSettings(environment),
    level: environment.SEAL_LEVEL,
    policy: environment.SEAL_POLICY,
    timeStampUrl: environment.TSA_URL,
    timeStampCertificates: environment.TSA_CERTIFICATES,
    icpBrasilRoots: environment.ICP_BRASIL_ROOTS,
    signerRoots: environment.SIGNER_ROOTS,
    logger,
    now: () => new Date(),
  })),
  publicUrl,
  office: await officeConverter({
    gotenbergUrl: environment.GOTENBERG_URL,
    program: environment.SOFFICE_PATH,
    maxInHand: environment.OFFICE_QUEUE,
    searchPath: process.env['PATH'] ?? '',
    logger,
  }),
});
const observation = new Observation({
  service: 'signer',
  log: logger,
  pools: { signer: pool },
  dataDir: environment.DATA_DIR,
  checks: [
    databaseCheck(pool),
    logCheck(log.eventStore),
    blobsCheck(blobs),
    queueCheck(workQueue),
    sealCertificateCheck(signer),
  ],
});
observeCertificates(observation.metrics, signer);
const securityLog = await openSecurityLog({ pool, logger, digestKey: environment.PROOF_SECRET[0] });
const app = await buildSignerApp(signer, {
  keys: remoteKeys(environment.JWKS_URL),
  apiTokens: remoteApiTokens(environment.API_TOKENS_URL),
  trustedProxies: environment.TRUSTED_PROXIES,
  securityLog,
  transfers: transferLimits(environment),
  hosts: servedHosts(environment, environment.PUBLIC_URL),
  publicUrl: environment.PUBLIC_URL,
  onAnswered: observation.metrics.onAnswered,
});
const workers = await startSignerWorkers(signer);
await observation.listen({ host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT ?? 4413 });
await app.listen({ host: environment.HOST, port: environment.PORT ?? 4404 });

stopOnSignal(logger, async () => {
  await Promise.all([app.close(), observation.close()]);
  await securityLog.close();
  await workers.stop();
  await workQueue.close();
  await signer.close();
  await log.close();
  await pool.end();
  await tracing.close();
});
await giveBackStartMemory();
