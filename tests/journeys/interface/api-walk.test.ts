import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { samplePdf } from '../../support/pdfs.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';

let lacre: RunningProduct;
let folder: string;
beforeAll(async () => {
  [lacre, folder] = await Promise.all([sharedLacre(), mkdtemp(join(tmpdir(), 'lacre-walk-'))]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('walks the main path by the program that /api/docs shows', async () => {
  const served = (await (await fetch(`${lacre.origin}/api/openapi.json`)).json()) as {
    info: { description: string };
  };
  const [, program] = /```js\n(.*?)```/s.exec(served.info.description) ?? [];
  await writeFile(join(folder, 'walk.mjs'), program ?? '');
  await writeFile(join(folder, 'contrato.pdf'), await samplePdf({ pages: 1 }));
  const { stdout, stderr, status } = spawnSync(process.execPath, ['walk.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LACRE_URL: lacre.origin },
    timeout: 100_000,
  });
  expect(stderr).toBe('');
  expect(stdout).toBe('genuine\n');
  expect(status).toBe(0);
}, 120_000);
