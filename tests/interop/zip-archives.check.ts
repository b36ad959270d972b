import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const BIG = { maxBuffer: 64 * 1024 * 1024 } as const;
const SMALL = [
  'LEIA-ME.txt',
  'Locação_ galpão/Contrato de prestação-assinado.pdf',
  'Locação_ galpão (2)/日本語-assinado.pdf',
  'vazio.pdf',
];

let folder: string;
const zip = (name: string) => join(folder, `${name}.zip`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-zips-'));
  const maker = fileURLToPath(new URL('../../services/signer/scripts/make-sample-zips.ts', import.meta.url));
  await run(process.execPath, [maker, folder]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What Python's zipfile has to say: names, sizes and moments, after it has read every byte. */
async function readByPython(name: string) {
  const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    bad = z.testzip()
    print(json.dumps({"bad": bad, "files": [[i.filename, i.file_size, list(i.date_time)] for i in z.infolist()]}))`;
  const { stdout } = await run('python3', ['-c', script, zip(name)], BIG);
  return JSON.parse(stdout) as { bad: string | null; files: [string, number, number[]][] };
}

describe.each([
  { name: 'small', count: 4, looked: [] },
  { name: 'many', count: 70_000, looked: [] },
  // It is slow: of 4 GB it looks at what comes after them, and Python at all.
  { name: 'huge', count: 2, looked: ['depois.pdf'] },
])('a zip, $name', ({ name, count, looked }) => {
  it('is sound to Info-ZIP', async () => {
    const { stdout } = await run('unzip', ['-tq', zip(name), ...looked], BIG);
    expect(stdout).toContain('No errors detected');
    const { stdout: listed } = await run('zipinfo', ['-h', zip(name)], BIG);
    expect(listed).toContain(`number of entries: ${count}`);
  }, 120_000);

  it('is sound to Python, every byte of it', async () => {
    const { bad, files } = await readByPython(name);
    expect(bad).toBeNull();
    expect(files).toHaveLength(count);
  }, 120_000);
});

it('has its names in UTF-8 and its moments in Brasília', async () => {
  const { files } = await readByPython('small');
  expect(files.map(([path]) => path)).toEqual(SMALL);
  expect(files[0]?.[2]).toEqual([2026, 3, 2, 11, 5, 8]);
});

it('has sizes and places beyond 4 GB', async () => {
  const { files } = await readByPython('huge');
  expect(files.map(([path, sizeBytes]) => [path, sizeBytes])).toEqual([
    ['zeros.pdf', 4100 * 1024 * 1024],
    ['depois.pdf', 14],
  ]);
  const { stdout } = await run('unzip', ['-p', zip('huge'), 'depois.pdf']);
  expect(stdout).toBe('depois de 4 GB');
}, 60_000);

it('is read as a stream, without its end', async () => {
  // By a pipe, which it leaves after the first file with the rest unread.
  const { stdout } = await run('sh', ['-c', 'cat "$0" | funzip', zip('small')]);
  expect(stdout).toBe('Olá\r\n');
});
