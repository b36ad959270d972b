import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { samplePdf } from '@lacre/signer/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PYTHON = process.env['PYHANKO_PYTHON'] ?? 'python3';
const CLI = fileURLToPath(new URL('../../packages/pades-cli/src/pades.ts', import.meta.url));
const VALIDATOR = fileURLToPath(new URL('validate-with-pyhanko.py', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pades-cli-interop-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('passes AdES-LTA validation of pyHanko with an authority that the command made', async () => {
  await writeFile(join(folder, 'contract.pdf'), await samplePdf());
  await promisify(execFile)(process.execPath, [CLI, 'seal', 'contract.pdf', '--local', 'ca'], {
    cwd: folder,
  });
  const path = join(folder, 'contract.sealed.pdf');
  const child = spawn(PYTHON, [VALIDATOR], { stdio: ['pipe', 'pipe', 'inherit'] });
  const roots = join(folder, 'ca', 'root-certificate.pem');
  child.stdin.end(JSON.stringify({ roots, files: [{ path, level: 'B-LTA' }] }));
  const reports = JSON.parse(await text(child.stdout)) as Record<string, unknown>;
  expect(reports[path]).toMatchObject({ passed: true, signatureTimeStamp: true });
}, 120_000);
