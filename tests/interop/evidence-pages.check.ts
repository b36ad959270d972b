import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const BIG = { maxBuffer: 64 * 1024 * 1024 } as const;

let folder: string;
let evidence: string[];
const made = (script: string, name: string): Promise<unknown> =>
  run(process.execPath, [
    fileURLToPath(new URL(`../../services/signer/scripts/${script}`, import.meta.url)),
    join(folder, name),
  ]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-evidence-'));
  await made('make-evidence-samples.ts', 'evidence');
  await made('make-sealed-samples.ts', 'sealed');
  evidence = (await readdir(join(folder, 'evidence'))).map((name) => join(folder, 'evidence', name));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('evidence pages of every kind of document', () => {
  it('are there', () => {
    expect(evidence.length).toBeGreaterThan(5);
  });

  it('are sound to qpdf', async () => {
    for (const file of evidence) {
      const { stdout } = await run('qpdf', ['--check', file], BIG);
      expect(stdout, file).toContain('No syntax or stream encoding errors found');
    }
  });

  it('are tagged to poppler, without a complaint', async () => {
    for (const file of evidence) {
      const { stdout, stderr } = await run('pdfinfo', ['-struct-text', file], BIG);
      expect(stderr, file).toBe('');
      expect(stdout, file).toMatch(/^Document\n/);
      expect(stdout, file).toMatch(/H1 \(block\)\n +"Página de assinaturas"/);
      expect((await run('pdfinfo', [file])).stdout, file).toMatch(/Tagged: +yes/);
    }
  });

  it('have every font embedded, cut down, and with its characters', async () => {
    for (const file of evidence) {
      const { stdout } = await run('pdffonts', [file]);
      const [, , ...rows] = stdout.trim().split('\n');
      const embedded = rows.filter((row) => /CID TrueType +Identity-H +yes yes yes/.test(row));
      expect([rows.length, embedded.length], file).toEqual([2, 2]);
    }
  });

  it('are drawn by poppler without a complaint', async () => {
    for (const file of evidence) {
      const { stderr } = await run('pdftoppm', ['-r', '40', '-png', file, join(folder, 'page')], BIG);
      expect(stderr, file).toBe('');
    }
  });
});

it('the structure of the pages is read in a sealed file too', async () => {
  for (const sample of ['xref-table', 'xref-stream', 'rotated']) {
    const file = join(folder, 'sealed', `${sample}.pdf`);
    const { stdout, stderr } = await run('pdfinfo', ['-struct-text', file], BIG);
    expect(stderr, sample).toBe('');
    expect(stdout, sample).toMatch(/H1 \(block\)\n +"Página de assinaturas"/);
  }
});
