import { execFileSync } from 'node:child_process';
import { verify } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { createLocalAuthority, validatePdf, type Certificate } from '@lacre/pades';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openFile } from '../../seal/open-file.ts';
import { isWaiting, problemText } from '../../seal/problems/sealing-problems.ts';
import { sealDocument } from '../../seal/seal-document.ts';
import { readSealRecord, sealedFile } from '../../seal/seal-record.ts';
import { completedProcess } from '../../testing/completed-process.ts';
import { samplePdf } from '../../testing/pdfs/sample-pdfs.ts';
import { certifiedBy, PIN, SoftHsm } from '../../testing/softhsm-token.ts';
import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';
import { SealKeys } from '../seal-keys.ts';
import { openTokenSigner, SealTokenUnavailable, type TokenSignerOptions } from './open-token-signer.ts';
import { RefusedPin } from './refused-pin.ts';

const SPY = '/usr/lib/x86_64-linux-gnu/pkcs11-spy.so';
const KEYS = [
  { label: 'selo-ec', id: '01', type: 'EC:prime256v1' },
  { label: 'selo-rsa', id: '02', type: 'rsa:2048' },
] as const;

let folder: string;
let softHsm: SoftHsm;
let certificates: Record<string, { certificate: Certificate; chain: Certificate[] }>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-token-'));
  softHsm = new SoftHsm(folder);
  const organization = 'Lacre Teste';
  await SealKeys.open({ folder: join(folder, 'keys'), organization, now: new Date() });
  softHsm.makeToken('selo');
  softHsm.makeToken('outro');
  certificates = {};
  for (const key of KEYS) {
    const made = certifiedBy(join(folder, 'keys'), softHsm.makeKey('selo', key));
    certificates[key.label] = made;
    softHsm.putCertificate('selo', key, made.certificate);
  }
  for (const [index, issuer] of (certificates['selo-ec']?.chain ?? []).entries())
    softHsm.putCertificate('selo', { label: `issuer-${index}`, id: `a${index}` }, issuer);
});
afterAll(() => rm(folder, { recursive: true }));

const settings = (change: Partial<TokenSignerOptions> = {}): TokenSignerOptions => ({
  module: softHsm.module,
  tokenLabel: 'selo',
  keyLabel: 'selo-ec',
  pin: PIN,
  certificates: undefined,
  timeoutMs: 20_000,
  folder: join(folder, 'keys'),
  ...change,
});

/** The processes that modules are loaded in. */
const workers = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('token-worker'))
    .map((line) => Number(line.trim().split(' ', 1)[0]));

describe.each(KEYS)('a seal by the key $label of a token', ({ label }) => {
  let test: TestSigner;
  beforeAll(async () => {
    const { timeoutMs, module, pin, tokenLabel } = settings();
    test = await openTestSigner({
      folder: join(folder, 'keys'),
      token: { module, pin, tokenLabel, keyLabel: label, timeoutMs },
    });
  });
  afterAll(() => test.close());

  it.each(['B-B', 'B-LTA'] as const)('holds at %s, to us and to pdfsig', async (sealLevel) => {
    const { processId, documentId } = await completedProcess(test, await samplePdf());
    await sealDocument({ ...test.signer, sealLevel }, processId, documentId);
    const sealed = sealedFile(await readSealRecord(test.signer.log, documentId));
    const { pdf } = await openFile(test.signer.blobs, sealed?.parts ?? []);
    const { sealKeys } = test.signer;
    expect(sealKeys.signer.certificate.commonName).toBe('Selo em hardware');
    expect(sealKeys.signer.chain).toHaveLength(2);
    const { verdict, report } = await validatePdf(pdf, {
      trustedSealCertificates: sealKeys.trusted,
      trustAnchors: sealKeys.timeStampAnchors,
    });
    expect([verdict, report.level]).toEqual(['intact', sealLevel]);
    const file = join(folder, `${label}.pdf`);
    await writeFile(file, pdf);
    const judged = execFileSync('pdfsig', [file], { encoding: 'utf8' });
    expect(judged).toContain('Signature Validation: Signature is Valid.');
    expect(judged).toContain('Signer Certificate Common Name: Selo em hardware');
  });
});

it('signs in two processes at once, and many times in each', async () => {
  const signers = await Promise.all([openTokenSigner(settings()), openTokenSigner(settings())]);
  expect(workers().length).toBeGreaterThanOrEqual(2);
  const all = Array.from({ length: 40 }, (_, index) => ({
    data: Buffer.from(`documento ${index}`),
    signer: signers[index % 2]!,
  }));
  await Promise.all(
    all.map(async ({ data, signer }) => {
      const signature = await signer.sign(data);
      expect(verify('sha256', data, signer.certificate.publicKey, signature)).toBe(true);
    }),
  );
});

it('waits while the token is away, and signs once it is back', async () => {
  const signer = await openTokenSigner(settings());
  const data = Buffer.from('documento');
  const away = join(folder, 'away');
  await rename(softHsm.tokens, away);
  await mkdir(softHsm.tokens);
  for (const pid of workers()) process.kill(pid, 'SIGKILL');
  const failure: unknown = await signer.sign(data).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SealTokenUnavailable);
  // What is to be sealed waits for it, and says what for.
  expect(isWaiting(failure)).toBe(true);
  expect(problemText(failure)).toMatch(/módulo de hardware .* tentamos de novo sozinhos/);
  await expect(signer.sign(data)).rejects.toThrow(/token do selo não está presente/);
  await rm(softHsm.tokens, { recursive: true });
  await rename(away, softHsm.tokens);
  expect(verify('sha256', data, signer.certificate.publicKey, await signer.sign(data))).toBe(true);
});

it('restarts its process after it died, without a failed signature', async () => {
  const signer = await openTokenSigner(settings());
  for (const pid of workers()) process.kill(pid, 'SIGKILL');
  const signatures = await Promise.all(
    Array.from({ length: 6 }, (_, index) => signer.sign(Buffer.from(`${index}`))),
  );
  for (const [index, signature] of signatures.entries())
    expect(verify('sha256', Buffer.from(`${index}`), signer.certificate.publicKey, signature)).toBe(true);
});

it('asks a wrong PIN once, over restarts too, and another one again', async () => {
  const log = join(folder, 'spy.log');
  Object.assign(process.env, { PKCS11SPY: softHsm.module, PKCS11SPY_OUTPUT: log });
  const logins = async (): Promise<number> =>
    (await readFile(log, 'utf8').catch(() => '')).split('C_Login').length - 1;
  const open = (pin: string) => openTokenSigner(settings({ module: SPY, pin }));
  await expect(open('000000')).rejects.toThrow(/o token "selo" recusou o PIN.*Não será tentado de novo/);
  expect(await logins()).toBe(1);
  for (let restart = 0; restart < 3; restart += 1)
    await expect(open('000000')).rejects.toThrow(/já foi recusado/);
  expect(await logins()).toBe(1);
  await open(PIN);
  expect(await logins()).toBe(2);
  expect(await new RefusedPin(join(folder, 'keys')).isIt('000000')).toBe(false);
});

it('never speaks of a PIN', async () => {
  const failure = await openTokenSigner(settings({ pin: '909090' })).then(
    () => 'opened',
    (error: Error) => inspect(error, { depth: null }),
  );
  expect(failure).toContain('recusou o PIN');
  expect(failure).not.toContain('909090');
  await openTokenSigner(settings());
});

it.each<[string, Partial<TokenSignerOptions>, RegExp]>([
  ['no such token', { tokenLabel: 'nenhum' }, /não está presente; presentes: .*"selo"/],
  ['no such serial number', { tokenSerial: 'ffff' }, /não está presente/],
  ['several tokens', { tokenLabel: undefined, keyLabel: undefined }, /mais de um token/],
  ['several keys', { keyLabel: undefined }, /mais de uma chave privada no token \(.*"selo-rsa"/],
  ['no such key', { keyLabel: 'nenhuma' }, /não tem a chave privada/],
  ['no such key id', { keyLabel: undefined, keyId: 'ff' }, /não tem a chave privada/],
  ['no such module', { module: '/nada.so' }, /SEAL_PKCS11_MODULE não pode ser carregado/],
  ['what is no module', { module: '/lib/x86_64-linux-gnu/libc.so.6' }, /SEAL_PKCS11_MODULE não pode/],
])('explains the fault: %s', async (_what, change, words) => {
  await expect(openTokenSigner(settings(change))).rejects.toThrow(words);
});

it('is given another certificate than that of the key, and refuses to begin', async () => {
  const { signer } = await createLocalAuthority({ organization: 'Outra', now: new Date() });
  const others = settings({ certificates: [signer.certificate] });
  await expect(openTokenSigner(others)).rejects.toThrow(/nenhum certificado é o da chave/);
});

it('finds a key by its id, and takes certificates of a file', async () => {
  const { certificate, chain } = certificates['selo-rsa']!;
  const signer = await openTokenSigner(
    settings({ keyLabel: undefined, keyId: '02', certificates: [...chain, certificate] }),
  );
  expect(signer.algorithm).toBe('rsa-sha256');
  expect(signer.certificate.commonName).toBe('Selo em hardware');
});
