import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openFolderBlobStore, WrongMasterKey } from '@lacre/blob-store';
import type { AnswerOf } from '@lacre/contracts';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@lacre/http';
import { boxOf, placeOfTokenKey } from '@lacre/identity';
import { loadSecrets, type Secrets } from '@lacre/local/secrets';
import { loadPem, ocspRequest, sealPdf, verifyOcspResponse } from '@lacre/pades';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { operate } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import { PUSH_SERVICE, pushSubscription } from '../support/push-subscription.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
} from '../support/scenario.ts';
import { insideOf } from '../support/stopped-lacre.ts';
import { until } from '../support/until.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let lacre: Lacre;
let account: Account;
/** What was in force at first, as a thief of the data folder has it. */
let stolen: { secrets: Secrets; blobs: string; seal: string };
let before: { bytes: Uint8Array; processId: string; documentId: string };

const command = (...args: string[]) => operate(lacre.dataDir, ...args);

async function keys(...args: string[]): Promise<string> {
  const { status, said } = await command('keys', ...args);
  expect(said).not.toMatch(/^\s+at /m);
  return `${status} ${said}`;
}

async function sealedOne() {
  const ana = await addPerson(account.api, 'Ana Souza Lima');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'Contrato.pdf');
  const { processId } = await openProcess(account, [{ proof }], [{ person: ana, part: 'signer' }]);
  await signAll(await personSession(lacre.origin, processId, ana), processId);
  const { documents } = await processWhen(account.api, processId, (process) =>
    process.documents.every(({ status }) => status === 'sealed'),
  );
  const documentId = documents[0]?.documentId ?? '';
  return {
    processId,
    documentId,
    bytes: await account.api.bytes('downloadSealed', { processId, documentId }),
  };
}

async function verdictOf(bytes: Uint8Array): Promise<string> {
  const response = await new Api(lacre.origin).upload(bytes, 'conferir.pdf', 'validateDocument');
  return ((await response.json()) as AnswerOf<'validateDocument'>).verdict;
}

async function restart(): Promise<void> {
  await lacre.stop();
  await lacre.start();
  const { email, password } = account;
  const { token } = await new Api(lacre.origin).call('signIn', { body: { email, password } });
  account = { ...account, api: new Api(lacre.origin, token) };
}

const RINGS = ['blob-master', 'payload', 'proof', 'identity', 'personal-data'] as const;

beforeAll(async () => {
  lacre = await Lacre.create(PUSH_SERVICE);
  await lacre.start();
  account = await openAccount(lacre.origin);
  before = await sealedOne();
  const blobs = join(lacre.dataDir, 'stolen-blobs');
  await cp(join(lacre.dataDir, 'blobs'), blobs, { recursive: true });
  const authority = (name: string) => join(lacre.dataDir, 'seal-keys', 'authority', `${name}.pem`);
  stolen = {
    blobs,
    secrets: await loadSecrets(lacre.dataDir),
    seal: (
      await Promise.all(
        ['sealKey', 'sealCertificate', 'issuingCertificate', 'rootCertificate'].map((name) =>
          readFile(authority(name), 'utf8'),
        ),
      )
    ).join(''),
  };
});
afterAll(() => lacre.dispose());

describe('every secret is replaced while documents, accounts and personal data stay', () => {
  it('lists ids and ages, and no value', async () => {
    const listed = await keys('list');
    expect(listed).toMatch(/blob-master \(BLOB_MASTER_KEY\).*\n +[\da-f]{16} {2}em uso, desde .* \(0 dias\)/);
    expect(listed).toMatch(/token-signing.*\n +[\da-f-]{36} {2}em uso/);
    expect(listed).toMatch(/web-push: avisos/);
    expect(listed).toMatch(/seal:.*\n +[\da-f]{16} {2}em uso/);
    for (const ring of Object.values(stolen.secrets))
      for (const key of ring) expect(listed).not.toContain(key.toString('hex').slice(0, 12));
  });

  it('accepts a new one first, and drops the former only once the new one is used', async () => {
    for (const name of RINGS) expect(await keys('rotate', name)).toMatch(/^0 .*é a nova/);
    const listed = await keys('list');
    for (const name of RINGS)
      expect(listed).toMatch(
        new RegExp(`${name} .*\\n +\\S+ {2}a próxima, ainda sem uso\\n +\\S+ {2}em uso, desde`),
      );
    expect(await keys('rotate', 'digest')).toMatch(/^2 DIGEST_KEY dá nome às reservas/);
    for (const name of RINGS) expect(await keys('retire', name)).toMatch(/^2 .*ainda não foi usada/);
    const now = await loadSecrets(lacre.dataDir);
    expect(now.blobMasterKey[1]).toEqual(stolen.secrets.blobMasterKey[0]);
  });

  it('uses all of them after a restart', async () => {
    await restart();
    const listed = await keys('list');
    for (const name of RINGS)
      expect(listed).toMatch(
        new RegExp(`${name} .*\\n +\\S+ {2}em uso, desde .*\\n +\\S+ {2}anterior, desde`),
      );
    const { processId, documentId, bytes } = before;
    const again = await account.api.bytes('downloadSealed', { processId, documentId });
    expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true);
    expect(await verdictOf((await sealedOne()).bytes)).toBe('genuine');
  });

  it('retires keys that are unused, and refuses those in use', async () => {
    for (const name of ['blob-master', 'identity', 'personal-data'])
      await until(`${name} to be retired`, async () => {
        const said = await keys('retire', name);
        return said.startsWith('0 ') ? said : undefined;
      });
    expect(await keys('retire', 'payload')).toMatch(/^2 .*ainda é necessária: há documentos selados/);
    expect(await keys('retire', 'proof')).toMatch(/^2 .*convites emitidos com a anterior valem até/);
    expect(await keys('retire', 'blob-master')).toMatch(/^0 .*nada a retirar/);
    await restart();
    expect(await verdictOf((await sealedOne()).bytes)).toBe('genuine');
  });

  it('changes the key of notifications, and keeps the former one for its subscriptions', async () => {
    const { publicKey } = await account.api.call('pushKey');
    await account.api.call('subscribePush', { body: pushSubscription() });
    expect(await keys('rotate', 'web-push')).toMatch(/^0 web-push: os navegadores se inscrevem/);
    expect((await account.api.call('pushKey')).publicKey).not.toBe(publicKey);
    expect(await keys('list')).toMatch(
      /web-push: .*\n +[\da-f-]{36} {2}em uso, 0 navegadores, desde .*\n +[\da-f-]{36} {2}anterior, 1 navegador, desde/,
    );
    expect(await keys('retire', 'web-push')).toMatch(/^2 .*1 navegador ainda não voltou/);
    expect(await keys('rotate', 'web-push', '--compromised')).toMatch(/^0 web-push: a chave .* é a única/);
    expect(await keys('retire', 'web-push')).toMatch(/^0 .*nada a retirar/);
  });

  it('says of a secret of others where it is changed', async () => {
    expect(await keys('rotate', 'SMTP_URL')).toMatch(/^2 SMTP_URL é de outro serviço/);
    expect(await keys('rotate', 'DATABASE_URL')).toMatch(/^2 DATABASE_URL .*deixa de valer na hora/);
    expect(await keys('rotate', 'webhook')).toMatch(/^2 segredos de webhooks são de cada conta/);
    expect(await keys('rotate', 'nada')).toMatch(/^2 não há a chave "nada"; há: blob-master/);
  });
});

describe('where the environment gives keys', () => {
  const hex = (keysOf: readonly Buffer[]): string => keysOf.map((key) => key.toString('hex')).join(',');

  it('names the settings in an order in which no process meets an unknown key', async () => {
    await lacre.stop();
    const folder = await mkdtemp(join(tmpdir(), 'lacre-apart-'));
    const secrets = await loadSecrets(lacre.dataDir);
    const given = (...args: string[]) =>
      operate(folder, 'keys', ...args).then(({ status, said }) => `${status} ${said}`);
    await insideOf(lacre.dataDir, async ({ databaseUrl }) => {
      for (const [name, value] of Object.entries({
        DATABASE_URL: databaseUrl,
        DIGEST_KEY: hex(secrets.digestKey),
        BLOB_MASTER_KEY: hex(secrets.blobMasterKey),
        PERSONAL_DATA_KEYS: hex(secrets.personalDataKeys),
        PROOF_SECRET: hex(secrets.proofSecret),
      }))
        vi.stubEnv(name, value);
      const steps = await given('rotate', 'proof');
      expect(steps).toMatch(
        /^0 .*NOVA = [\da-f]{64}.*1\. Aceitar: +PROOF_SECRET=ATUAL,NOVA.*2\. Usar: +PROOF_SECRET=NOVA,ATUAL.*3\. Retirar: +lacre keys retire proof/s,
      );
      const file = join(folder, 'nova');
      expect(await given('rotate', 'identity', '--out', file)).not.toMatch(/[\da-f]{64}/);
      expect([(await stat(file)).mode & 0o777, await readFile(file, 'utf8')]).toEqual([
        0o600,
        expect.stringMatching(/^[\da-f]{64}\n$/),
      ]);
      expect(await given('rotate', 'identity', '--out', file)).toMatch(/^2 .*já existe/);
      expect(await given('list')).toMatch(/identity .*\n +não foi dada a este comando/);
      vi.stubEnv('SEAL_PFX', join(lacre.dataDir, 'seal-keys', 'authority', 'sealCertificate.pem'));
      expect(await operate(lacre.dataDir, 'keys', 'list')).toMatchObject({
        said: expect.stringMatching(/seal: .*\n +[\da-f]{16} {2}sem uso, Selo local/),
      });
      vi.stubEnv('SEAL_PFX', '');
      expect(await given('rotate', 'token-signing')).toMatch(/^2 .*precisa de IDENTITY_SECRET/);
      vi.stubEnv('PERSONAL_DATA_KEYS', `${hex(secrets.personalDataKeys)},${'ab'.repeat(32)}`);
      expect(await given('list')).toMatch(/aceita, ainda sem uso/);
      expect(await given('retire', 'personal-data')).toMatch(/^0 .*Defina PERSONAL_DATA_KEYS só com a chave/);
      vi.stubEnv('PERSONAL_DATA_KEYS', `${'ab'.repeat(32)},${hex(secrets.personalDataKeys)}`);
      expect(await given('retire', 'personal-data')).toMatch(/^2 .*ainda não foi usada/);
      expect(await given('rotate', 'web-push')).toMatch(/^2 .*ainda não foi usada/);
    });
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
    await restart();
  });
});

describe('after a compromise', () => {
  it('of the files and their key: no file stored since opens with it', async () => {
    const [masterKey] = stolen.secrets.blobMasterKey;
    // What was copied before is in other hands for good.
    await openFolderBlobStore({ folder: stolen.blobs, masterKey });
    const now = { folder: join(lacre.dataDir, 'blobs'), masterKey };
    await expect(openFolderBlobStore(now)).rejects.toBeInstanceOf(WrongMasterKey);
  });

  it('of the database and the key of its token keys: a forged token is refused once they are replaced', async () => {
    await lacre.stop();
    const forged = await insideOf(lacre.dataDir, async ({ pool }) => {
      const { rows } = await pool.query<{ id: string; privateKey: string }>(
        'select id, "privateKey" from identity.jwks order by "createdAt" desc limit 1',
      );
      const [{ id, privateKey } = { id: '', privateKey: '' }] = rows;
      const box = boxOf((await loadSecrets(lacre.dataDir)).identitySecret);
      const key = createPrivateKey({
        key: JSON.parse(box.open(privateKey, placeOfTokenKey(id))) as JsonWebKey,
        format: 'jwk',
      });
      const [, claims = ''] = account.api.token?.split('.') ?? [];
      const iat = Math.floor(Date.now() / 1000);
      const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
      const parts = [
        { alg: 'EdDSA', typ: 'JWT', kid: id },
        { ...said, iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, iat, exp: iat + 3600 },
      ];
      const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
    });
    await lacre.start();
    await new Api(lacre.origin, forged).call('currentUser');
    await lacre.stop();
    expect(await keys('rotate', 'token-signing', '--compromised')).toMatch(/^0 .*assina a partir de agora/);
    await restart();
    expect(await new Api(lacre.origin, forged).refused('currentUser')).toBe('AUTH_TOKEN_INVALID');
    await account.api.call('currentUser');
  });

  it('of the seal’s key: its certificate is revoked, later seals by it are rejected, earlier ones stay genuine', async () => {
    const { signer } = loadPem(stolen.seal);
    const [id = ''] = /[\da-f]{16}(?= {2}em uso, .*Selo)/.exec(await keys('list')) ?? [];
    expect(await keys('revoke', 'seal', id)).toMatch(/^2 é o único certificado do selo/);
    expect(await keys('rotate', 'seal')).toMatch(/^0 Certificado novo do selo/);
    expect(await keys('revoke', 'seal', id)).toMatch(/^0 Revogado desde/);
    expect(await keys('revoke', 'seal', id)).toMatch(/^2 este certificado já está revogado/);
    expect(await keys('list')).toMatch(new RegExp(`${id} {2}anterior.*revogado desde`));
    await restart();

    const [issuer] = signer.chain;
    const asked = { certificate: signer.certificate, issuer: issuer! };
    const response = await fetch(`${lacre.origin}/api/authority/ocsp`, {
      method: 'POST',
      headers: { 'content-type': 'application/ocsp-request' },
      body: new Uint8Array(ocspRequest(asked)),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    const { certificate } = verifyOcspResponse(answer, { ...asked, at: new Date() });
    expect(certificate).toMatchObject({ status: 'revoked', reason: 'keyCompromise' });

    const forged = await sealPdf({ pdf: await samplePdf(), signer, signingTime: new Date() });
    expect(await verdictOf(Buffer.concat([...forged.pdf]))).toBe('tampered');
    expect(await verdictOf(before.bytes)).toBe('genuine');
    const after = await sealedOne();
    expect(await verdictOf(after.bytes)).toBe('genuine');
    const current = (await keys('list'))
      .split('\n')
      .find((line) => line.includes('em uso, ') && line.includes('válido'));
    expect(current).toBeDefined();
    expect(current).not.toContain(id);
  });

  it('leaves an installation in which everything fits', async () => {
    const { status, said } = await command('fsck');
    expect(said).toContain('Tudo confere');
    expect(status).toBe(0);
  });
});
