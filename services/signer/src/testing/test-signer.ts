import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTenantMoves } from '@lacre/access';
import { introducingCallers, provenAt } from '@lacre/access/testing';
import { openFolderBlobStore } from '@lacre/blob-store';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, type TransferLimits } from '@lacre/http';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import pino from 'pino';

import { openSealing, type SealingOptions } from '../authorities/open-sealing.ts';
import type { SignerDependencies } from '../dependencies.ts';
import { sofficeConverter } from '../intake/office/convert-office.ts';
import { queuedConverter, type OfficeQueue } from '../intake/office/office-queue.ts';
import { migrateSigner } from '../migrations.ts';
import { buildSignerApp, openSigner } from '../signer.ts';
import { openTestFaceEngine } from './face/face-engine.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const MASTER_KEY = randomBytes(32);
const PUBLIC_URL = 'https://lacre.exemplo.com.br';

/** The whole service over a real Postgres and a folder of its own, with a way to sign in. */
export async function openTestSigner(
  sealing: Partial<SealingOptions> = {},
  {
    faceRegister,
    ...service
  }: { transfers?: Partial<TransferLimits> } & Pick<SignerDependencies, 'faceRegister'> = {},
) {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'lacre-signer-test-'));
  const pool = createPool(database.connectionString, { max: 8, applicationName: 'signer-test' });
  const log = await openTestLog(pool);
  await migrateSigner(pool);
  // None is found: what conversion does is tested by itself, on machines that have it.
  const none = queuedConverter(sofficeConverter({ searchPath: folder }), 16);
  let office: OfficeQueue = none;
  const logger = pino({ level: 'silent' });
  const signer = openSigner({
    logger,
    eventStore: log.eventStore,
    tenantMoves: createTenantMoves({ eventStore: log.eventStore, logger }),
    personalDataKeys: log.personalData.keys,
    workQueue: new MemoryWorkQueue(),
    pool,
    blobs: await openFolderBlobStore({ folder: join(folder, 'blobs'), masterKey: MASTER_KEY }),
    proofSecret: randomBytes(32),
    payloadKey: randomBytes(32),
    ...(await openSealing({
      folder: join(folder, 'keys'),
      organization: 'Lacre Teste',
      publicUrl: PUBLIC_URL,
      logger,
      now: () => new Date(),
      ...sealing,
    })),
    publicUrl: PUBLIC_URL,
    faceEngine: openTestFaceEngine(),
    faceRegister,
    office: Object.assign((...document: Parameters<OfficeQueue>) => office(...document), none),
  });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1' };
  const app = await buildSignerApp(signer, {
    keys: async () => ({ keys: [jwk] }),
    trustedProxies: 0,
    apiTokens: async () => undefined,
    callers: introducingCallers(log.eventStore),
    ...service,
  });
  await app.ready();

  const bearer = (claims: object): string => {
    const iat = Math.floor(Date.now() / 1000);
    const head = encode({ alg: 'EdDSA', typ: 'JWT', kid: 'k1' });
    const body = encode({ iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, iat, exp: iat + 600, ...claims });
    return `Bearer ${head}.${body}.${sign(null, Buffer.from(`${head}.${body}`), privateKey).toString('base64url')}`;
  };
  return {
    signer,
    /** Converts office files by this one until the function that is returned is called. */
    convertBy: (other: OfficeQueue) => {
      office = other;
      return () => void (office = none);
    },
    app,
    folder,
    asUser: (tenantId: string, userId: string = randomUUID(), role = 'administrator') =>
      bearer({ kind: 'user', sub: userId, tenantId, role, name: 'Carlos Menezes' }),
    asPerson: (tenantId: string, personId: string, emails: readonly string[] = SIGNERS) =>
      bearer({ kind: 'person', sub: personId, tenantId, name: 'Ana Souza', proven: provenAt(...emails) }),
    close: async () => {
      await app.close();
      await signer.workQueue.close();
      await signer.close();
      await log.close();
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** E-mails that the test processes give to those who sign. */
const SIGNERS = [
  ...Array.from({ length: 6 }, (_, index) => `pessoa${index}@exemplo.com.br`),
  'ana@exemplo.com.br',
  'eva@exemplo.com.br',
];

export type TestSigner = Awaited<ReturnType<typeof openTestSigner>>;

/** A multipart body with one file. */
export function multipartFile(
  file: Buffer,
  options: {
    field?: string;
    name?: string;
    type?: string;
    times?: number;
    password?: string;
    mayLiftRestrictions?: true;
  } = {},
) {
  const { field = 'file', name = 'contrato.pdf', type = 'application/pdf', times = 1, password } = options;
  const fields = {
    ...(password === undefined ? {} : { password }),
    ...(options.mayLiftRestrictions ? { mayLiftRestrictions: 'true' } : {}),
  };
  const boundary = `----lacre${randomBytes(8).toString('hex')}`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
    `Content-Type: ${type}\r\n\r\n`;
  const part = [Buffer.from(head), file, Buffer.from('\r\n')];
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      ...Array.from({ length: times }, () => part).flat(),
      Buffer.from(
        Object.entries(fields)
          .map(
            ([key, value]) =>
              `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
          )
          .join(''),
      ),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  };
}
