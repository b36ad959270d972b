import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { goProgram, NoGoProgram } from './go-program.ts';

const ABSENT = { name: 'absent', package: 'example.invalid/cmd/absent', version: 'v1.0.0' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-tools-'));
  vi.stubEnv('LACRE_TOOLS', folder);
  // No module comes from anywhere.
  vi.stubEnv('GOPROXY', 'off');
});
afterEach(() => rm(folder, { recursive: true }));

it('gives the path of a program that is kept, by name and version', async () => {
  const kept = join(folder, 'absent-v1.0.0');
  await writeFile(kept, '');
  expect(await goProgram(ABSENT)).toBe(kept);
});

it('names a program that Go cannot build or is not there to build, and leaves nothing behind', async () => {
  const refusal = await goProgram(ABSENT).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NoGoProgram);
  expect(String(refusal)).toMatch(
    /^NoGoProgram: absent v1\.0\.0 (was not built:|is not in .*, and there is no Go)/,
  );
  expect(await readdir(folder)).toEqual([]);
});
