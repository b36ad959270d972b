import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { brokenLine } from '@lacre/local/audit/export-log';
import { loadSecrets } from '@lacre/local/secrets';
import { describe, expect, it, vi } from 'vitest';

import { Api } from '../../support/api.ts';
import { insideOf } from '../../support/stopped-lacre.ts';
import { namesDamagedFacts } from './audit/damaged-facts.ts';
import { namesDamagedModels } from './audit/damaged-models.ts';
import { refusesStarts } from './audit/refused-starts.ts';
import { PATIENCE_MS, runAt, useAudited } from './audit/use-audit.ts';
import { useDamage } from './audit/use-damage.ts';

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const audited = useAudited();

it('finds nothing wrong, while the product runs and after it has stopped', async () => {
  const report = runAt(audited.lacre.dataDir, {}, 'fsck');
  for (const name of ['log', 'read-models', 'indexes', 'keys', 'blobs', 'seal-keys', 'seals', 'credits'])
    expect(report.output).toContain(`✓ ${name}`);
  expect(report.status).toBe(0);
  expect(report.output).not.toContain('verificações anteriores');
  expect(
    (await new Api(audited.lacre.origin).send('tenantBranding', { params: { domain: 'nada' } })).status,
  ).toBe(404);
  await audited.lacre.stop();
  const again = runAt(audited.lacre.dataDir, {}, 'fsck');
  expect([again.status, again.output]).toEqual([0, expect.stringContaining('Tudo confere')]);
  // What the run before has read and found whole: the product has stored nothing since.
  for (const what of ['arquivos', 'arquivos selados'])
    expect(again.output).toMatch(
      new RegExp(`: (\\d+) ${what}, \\1 deles lidos em verificações anteriores, desde [\\d/]+ `),
    );
});

it('replays a process to its end, to any event and to any date', async () => {
  const whole = await audited.run('audit', 'replay', '--process', audited.processId);
  expect(whole.output).toContain('#0');
  expect(whole.output).toMatch(/ProcessFinished[\s\S]*processo: concluído/);
  expect(whole.output).toMatch(
    /por Ana Souza Lima \(pessoa\)[\s\S]*documento "Contrato de locação.pdf": selado\n {7}assinatura de Ana Souza Lima \(signatário\): assinada/,
  );
  const first = (
    await audited.run('audit', 'replay', '--process', audited.processId, '--at', '0', '--json')
  ).output
    .trim()
    .split('\n');
  expect(first).toHaveLength(1);
  expect(JSON.parse(first[0] ?? '')).toMatchObject({
    event: { revision: 0, type: 'ProcessCreated' },
    state: { status: 'waiting' },
  });
  expect(
    await audited.run('audit', 'replay', '--process', audited.processId, '--until', '2020-01-01'),
  ).toMatchObject({
    status: 2,
  });
  // A date alone is all of that day, in Brasília: today's holds everything, and what is no date is refused.
  const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  expect(
    (await audited.run('audit', 'replay', '--process', audited.processId, '--until', today)).output,
  ).toBe(whole.output);
  expect(
    (await audited.run('audit', 'replay', '--process', audited.processId, '--until', '22/11/2026')).output,
  ).toContain('--until pede');
  expect(
    (await audited.run('audit', 'replay', '--process', audited.processId.replace(/./g, '0'))).output,
  ).toContain('não há eventos');
});

it('exports the log with hashes that show any gap or change', async () => {
  const lines = (await audited.run('audit', 'export')).output.trim().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(brokenLine(lines)).toBeUndefined();
  for (const damaged of [
    lines.toSpliced(5, 1),
    lines.toSpliced(5, 2, lines[6] ?? '', lines[5] ?? ''),
    lines.with(5, (lines[5] ?? '').replace('"type":"', '"type":"X')),
    lines.slice(0, -1),
  ])
    expect(brokenLine(damaged)).toBeGreaterThan(0);
  const one = (await audited.run('audit', 'export', '--process', audited.processId)).output
    .trim()
    .split('\n');
  expect(one.length).toBeLessThan(lines.length);
  expect(brokenLine(one)).toBeUndefined();
});

it('explains why an export failed, and overwrites nothing', async () => {
  const out = join(audited.lacre.dataDir, 'exported.jsonl');
  expect(await audited.run('audit', 'export', '--out', out)).toEqual({ status: 0, output: '' });
  expect(brokenLine(readFileSync(out, 'utf8').trim().split('\n'))).toBeUndefined();
  for (const [args, words] of [
    [['--out', out], 'já existe'],
    [['--out', join(audited.lacre.dataDir, 'absent', 'x')], 'não foi possível escrever'],
    [['--process', 'outro'], 'não há eventos'],
  ] as const) {
    const { status, output } = await audited.run('audit', 'export', ...args);
    expect([status, output]).toEqual([2, expect.stringContaining(words)]);
    expect(output).not.toMatch(/^\s+at /m);
  }
});

it('takes the keys of an installation whose services run apart from the environment', async () => {
  const { blobMasterKey, digestKey, personalDataKeys } = await loadSecrets(audited.lacre.dataDir);
  const hex = (key: Buffer) => key.toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'lacre-apart-'));
  for (const shared of ['blobs', 'seal-keys'])
    symlinkSync(join(audited.lacre.dataDir, shared), join(folder, shared));
  try {
    await insideOf(audited.lacre.dataDir, async ({ databaseUrl }) => {
      const given = {
        DATABASE_URL: databaseUrl,
        BLOB_MASTER_KEY: hex(blobMasterKey[0]),
        DIGEST_KEY: hex(digestKey[0]),
        PERSONAL_DATA_KEYS: personalDataKeys.map(hex).join(','),
      };
      const apart = (variables: Record<string, string>, ...args: string[]) =>
        runAt(folder, variables, ...args);
      const checked = apart(given, 'fsck', '--only', 'log,blobs,seals,credits');
      expect(checked).toMatchObject({ status: 0, output: expect.stringContaining('Tudo confere') as string });
      const replayed = apart(given, 'audit', 'replay', '--process', audited.processId, '--at', '0');
      expect(replayed.output).toContain('#0');
      const switched = apart(given, 'tenant', 'deactivate', 'demo', '--reason', 'conferência');
      expect(switched).toMatchObject({ status: 0 });
      expect(apart(given, 'tenant', 'activate', 'demo')).toMatchObject({ status: 0 });
      const { DIGEST_KEY: _absent, ...fewer } = given;
      expect(apart(fewer, 'fsck')).toMatchObject({
        status: 2,
        output: expect.stringContaining('falta DIGEST_KEY') as string,
      });
    });
    // Without its keys in the environment: what lies there belongs to an installation.
    expect(runAt(folder, {}, 'fsck').output).toMatch(/falta .*secrets\.json, com as chaves desta instalação/);
    expect(readdirSync(folder).toSorted()).toEqual(['blobs', 'seal-keys']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('says how it is used', async () => {
  for (const args of [['audit'], ['fsck', '--only', 'nada'], ['audit', 'replay'], ['fsck', '--nada']])
    expect(await audited.run(...args)).toMatchObject({
      status: 2,
      output: expect.stringContaining('Uso:') as string,
    });
});

describe('names what was damaged', () => {
  const damage = useDamage(audited);
  namesDamagedModels(audited, damage);
  namesDamagedFacts(audited, damage);
});

refusesStarts(audited);
