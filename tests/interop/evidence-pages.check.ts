import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { drawEvidence } from '../../services/signer/src/evidence/draw-evidence.ts';
import { HARD_FACTS } from '../../services/signer/src/testing/hard-facts.ts';

const run = promisify(execFile);
const BIG = { maxBuffer: 64 * 1024 * 1024 } as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-evidence-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.keys(HARD_FACTS))('evidence pages of %s', (name) => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, `${name.replaceAll(/\W/g, '-')}.pdf`);
    const draw = HARD_FACTS[name];
    if (draw) await writeFile(file, await drawEvidence(draw()));
  });

  it('are sound to qpdf', async () => {
    const { stdout } = await run('qpdf', ['--check', file], BIG);
    expect(stdout).toContain('No syntax or stream encoding errors found');
  });

  it('are tagged to poppler, without a complaint', async () => {
    const { stdout, stderr } = await run('pdfinfo', ['-struct-text', file], BIG);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Document\n/);
    expect(stdout).toMatch(/H1 \(block\)\n +"Página de assinaturas"/);
    expect((await run('pdfinfo', [file])).stdout).toMatch(/Tagged: +yes/);
  });

  it('have every font embedded, cut down, and with its characters', async () => {
    const { stdout } = await run('pdffonts', [file]);
    const rows = stdout.trim().split('\n').slice(2);
    expect(rows.length).toBe(2);
    for (const row of rows) expect(row).toMatch(/CID TrueType +Identity-H +yes yes yes/);
  });

  it('are drawn by poppler without a complaint', async () => {
    const { stderr } = await run('pdftoppm', ['-r', '40', '-png', file, join(folder, 'page')], BIG);
    expect(stderr).toBe('');
  });
});

it('the structure of the pages is read in a sealed file too', async () => {
  const maker = fileURLToPath(
    new URL('../../services/signer/scripts/make-sealed-samples.ts', import.meta.url),
  );
  await run(process.execPath, [maker, folder]);
  for (const sample of ['xref-table', 'xref-stream', 'rotated']) {
    const { stdout, stderr } = await run('pdfinfo', ['-struct-text', join(folder, `${sample}.pdf`)], BIG);
    expect(stderr, sample).toBe('');
    expect(stdout, sample).toContain('"Página de assinaturas"');
  }
}, 120_000);
