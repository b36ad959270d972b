import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLocalAuthority } from '@lacre/pades';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type AuthorityServer, startAuthorityServer } from './testing/authority-server.ts';
import { type PadesRun, runPades } from './testing/run-pades.ts';

let folder: string;
let server: AuthorityServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pades-remote-'));
  server = await startAuthorityServer();
  const pem = server.held.toPem();
  writeFileSync(join(folder, 'contract.pdf'), onePage().table('/Root 1 0 R').bytes);
  // The issuers are to be fetched from where the certificates say they are.
  writeFileSync(join(folder, 'seal.pem'), pem.sealKey + pem.sealCertificate);
  writeFileSync(join(folder, 'trust.pem'), pem.sealCertificate);
  writeFileSync(join(folder, 'root.pem'), pem.rootCertificate);
  writeFileSync(join(folder, 'issuing.pem'), pem.issuingCertificate);
  // Certificates that do not say where their issuers' are.
  const silent = (
    await createLocalAuthority({ organization: 'Calada', now: new Date(), keyType: 'ec-p256' })
  ).toPem();
  writeFileSync(join(folder, 'leaf.pem'), silent.sealKey + silent.sealCertificate);
  writeFileSync(join(folder, 'leaf-trust.pem'), silent.sealCertificate);
});
afterEach(() => {
  server.down.clear();
  server.asked.length = 0;
  server.status = { status: 'good' };
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function seal(out: string, tsa = server.timeStampUrl): Promise<PadesRun> {
  return runPades(['seal', 'contract.pdf', '--key', 'seal.pem', '--tsa', tsa, '--out', out], { cwd: folder });
}

const TIMEOUT = { timeout: 120_000 };

test('B-LTA by authorities over HTTP, found by the addresses in the certificates', TIMEOUT, async () => {
  expect(await seal('sealed.pdf')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('B-LTA') });
  expect(new Set(server.asked)).toEqual(new Set(['/tsp', '/ocsp', '/issuing.cer', '/root.cer', '/root.crl']));
  const args = ['validate', 'sealed.pdf', '--trust', 'trust.pem', '--trust-tsa', 'root.pem', '--json'];
  const run = await runPades(args, { cwd: folder });
  expect(JSON.parse(run.stdout)).toMatchObject({ verdict: 'intact', report: { level: 'B-LTA' } });
  expect(run.exitCode).toBe(0);
});

test('without OCSP the CRL decides', TIMEOUT, async () => {
  server.down.add('/ocsp');
  expect(await seal('by-crl.pdf')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('0 OCSP responses, 2 CRLs'),
  });
  expect(server.asked).toContain('/issuing.crl');
});

test.for([
  ['/tsp', 'answered 503'],
  ['/issuing.cer', 'answered 503'],
  ['/root.crl', 'answered 503'],
] as const)('with %s down nothing is written, at no lower level either', TIMEOUT, async ([path, words]) => {
  server.down.add(path);
  const run = await seal('down.pdf');
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain(words);
  expect(run.stderr).not.toContain('    at ');
  expect(readdirSync(folder).filter((name) => name.startsWith('down'))).toEqual([]);
});

test('a path that does not come to its end seals nothing above B-T', TIMEOUT, async () => {
  const args = ['seal', 'contract.pdf', '--key', 'leaf.pem', '--tsa', server.timeStampUrl];
  for (const level of ['B-LT', 'B-LTA']) {
    const run = await runPades([...args, '--level', level, '--out', 'leaf.pdf'], { cwd: folder });
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('whose certificate is not known');
    expect(run.stderr).toContain('AC emissora');
    expect(readdirSync(folder)).not.toContain('leaf.pdf');
  }
  const lower = await runPades([...args, '--level', 'B-T', '--out', 'leaf.pdf'], { cwd: folder });
  expect(lower).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('B-T') });
  const validate = ['validate', 'leaf.pdf', '--trust', 'leaf-trust.pem', '--trust-tsa', 'root.pem'];
  const told = await runPades(validate, { cwd: folder });
  expect(told.stdout).toMatch(/issued by +.*AC emissora/);
});

test('a path may end at an anchor that is no root', TIMEOUT, async () => {
  const args = ['seal', 'contract.pdf', '--key', 'seal.pem', '--tsa', server.timeStampUrl];
  const run = await runPades([...args, '--anchor', 'issuing.pem', '--out', 'anchored.pdf'], { cwd: folder });
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('B-LTA') });
  expect(server.asked).not.toContain('/root.cer');
  const trust = ['--trust', 'trust.pem', '--trust', 'issuing.pem', '--trust-tsa', 'issuing.pem'];
  const told = await runPades(['validate', 'anchored.pdf', ...trust, '--expect', 'B-LTA'], { cwd: folder });
  expect(told).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('intact') });
});

test('a seal that does not validate as intact at its level is not written', TIMEOUT, async () => {
  const another = await createLocalAuthority({ organization: 'Outra', now: new Date(), keyType: 'ec-p256' });
  server.stampers.push(server.held, another);
  const run = await seal('two-stampers.pdf');
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain('what was made is augmented-by-others');
  expect(readdirSync(folder)).not.toContain('two-stampers.pdf');
});

test('a revoked certificate seals nothing', TIMEOUT, async () => {
  server.status = { status: 'revoked', revokedAt: new Date(), reason: 'keyCompromise' };
  expect(await seal('revoked.pdf')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('is revoked'),
  });
  expect(readdirSync(folder)).not.toContain('revoked.pdf');
});

test('reports an address without a server, and one that is not HTTP', TIMEOUT, async () => {
  expect(await seal('none.pdf', 'http://127.0.0.1:9/')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('did not answer'),
  });
  expect(await seal('none.pdf', 'ftp://example/')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('not an address over HTTP'),
  });
});
