import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { brokenLine } from '@lacre/local/audit/export-log';
import { loadSecrets } from '@lacre/local/secrets';
import { describe, expect, it, vi } from 'vitest';

import { Api } from '../../support/api.ts';
import { operateApart } from '../../support/operator-command.ts';
import { insideOf } from '../../support/stopped-lacre.ts';
import { namesDamagedFacts } from './audit/damaged-facts.ts';
import { namesDamagedModels } from './audit/damaged-models.ts';
import { refusesStarts } from './audit/refused-starts.ts';
import { PATIENCE_MS, useAudited } from './audit/use-audit.ts';
import { useDamage } from './audit/use-damage.ts';

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const audited = useAudited();

it('finds nothing wrong, while the product runs and after it has stopped', async () => {
  const report = await operateApart(audited.lacre.dataDir, {}, 'fsck');
  for (const name of ['log', 'read-models', 'indexes', 'keys', 'blobs', 'seal-keys', 'seals', 'credits'])
    expect(report.said).toContain(`✓ ${name}`);
  expect(report.status).toBe(0);
  expect(report.said).not.toContain('verificações anteriores');
  expect(
    (await new Api(audited.lacre.origin).send('tenantBranding', { params: { domain: 'nada' } })).status,
  ).toBe(404);
  await audited.lacre.stop();
  const again = await operateApart(audited.lacre.dataDir, {}, 'fsck');
  expect([again.status, again.said]).toEqual([0, expect.stringContaining('Tudo confere')]);
  // What the run before has read and found whole: the product has stored nothing since.
  for (const what of ['arquivos', 'arquivos selados'])
    expect(again.said).toMatch(
      new RegExp(`: (\\d+) ${what}, \\1 deles lidos em verificações anteriores, desde [\\d/]+ `),
    );
});

it('replays a process to its end, to any event and to any date', async () => {
  const whole = await audited.run('audit', 'replay', '--process', audited.processId);
  expect(whole.said).toContain('#0');
  expect(whole.said).toMatch(/ProcessFinished[\s\S]*processo: concluído/);
  expect(whole.said).toMatch(
    /por Ana Souza Lima \(pessoa\)[\s\S]*documento "Contrato de locação.pdf": selado\n {7}assinatura de Ana Souza Lima \(signatário\): assinada/,
  );
  const first = (
    await audited.run('audit', 'replay', '--process', audited.processId, '--at', '0', '--json')
  ).said
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
  expect((await audited.run('audit', 'replay', '--process', audited.processId, '--until', today)).said).toBe(
    whole.said,
  );
  expect(
    (await audited.run('audit', 'replay', '--process', audited.processId, '--until', '22/11/2026')).said,
  ).toContain('--until pede');
  expect(
    (await audited.run('audit', 'replay', '--process', audited.processId.replace(/./g, '0'))).said,
  ).toContain('não há eventos');
});

it('exports the log with hashes that show any gap or change', async () => {
  const lines = (await audited.run('audit', 'export')).said.trim().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(brokenLine(lines)).toBeUndefined();
  for (const damaged of [
    lines.toSpliced(5, 1),
    lines.toSpliced(5, 2, lines[6] ?? '', lines[5] ?? ''),
    lines.with(5, (lines[5] ?? '').replace('"type":"', '"type":"X')),
    lines.slice(0, -1),
  ])
    expect(brokenLine(damaged)).toBeGreaterThan(0);
  const one = (await audited.run('audit', 'export', '--process', audited.processId)).said.trim().split('\n');
  expect(one.length).toBeLessThan(lines.length);
  expect(brokenLine(one)).toBeUndefined();
});

it('explains why an export failed, and overwrites nothing', async () => {
  const out = join(audited.lacre.dataDir, 'exported.jsonl');
  expect(await audited.run('audit', 'export', '--out', out)).toMatchObject({ status: 0, said: '' });
  expect(brokenLine(readFileSync(out, 'utf8').trim().split('\n'))).toBeUndefined();
  for (const [args, words] of [
    [['--out', out], 'já existe'],
    [['--out', join(audited.lacre.dataDir, 'absent', 'x')], 'não foi possível escrever'],
    [['--process', 'outro'], 'não há eventos'],
  ] as const) {
    const { status, said } = await audited.run('audit', 'export', ...args);
    expect([status, said]).toEqual([2, expect.stringContaining(words)]);
    expect(said).not.toMatch(/^\s+at /m);
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
        operateApart(folder, variables, ...args);
      const checked = await apart(given, 'fsck', '--only', 'log,blobs,seals,credits');
      expect(checked).toMatchObject({ status: 0, said: expect.stringContaining('Tudo confere') as string });
      const replayed = await apart(given, 'audit', 'replay', '--process', audited.processId, '--at', '0');
      expect(replayed.said).toContain('#0');
      const switched = await apart(given, 'tenant', 'deactivate', 'demo', '--reason', 'conferência');
      expect(switched).toMatchObject({ status: 0 });
      expect(await apart(given, 'tenant', 'activate', 'demo')).toMatchObject({ status: 0 });
      const { DIGEST_KEY: _absent, ...fewer } = given;
      expect(await apart(fewer, 'fsck')).toMatchObject({
        status: 2,
        said: expect.stringContaining('falta DIGEST_KEY') as string,
      });
    });
    // Without its keys in the environment: what lies there belongs to an installation.
    expect((await operateApart(folder, {}, 'fsck')).said).toMatch(
      /falta .*secrets\.json, com as chaves desta instalação/,
    );
    expect(readdirSync(folder).toSorted()).toEqual(['blobs', 'seal-keys']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('says how it is used', async () => {
  for (const args of [['audit'], ['fsck', '--only', 'nada'], ['audit', 'replay'], ['fsck', '--nada']])
    expect(await audited.run(...args)).toMatchObject({
      status: 2,
      said: expect.stringContaining('Uso:') as string,
    });
});

describe('names what was damaged', () => {
  const damage = useDamage(audited);
  namesDamagedModels(audited, damage);
  namesDamagedFacts(audited, damage);
});

refusesStarts(audited);
