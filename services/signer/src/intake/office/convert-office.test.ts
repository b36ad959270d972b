import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readPdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { odtFile } from '../../testing/office/sample-office.ts';
import type { Confinement } from '../confinement/confinement.ts';
import { sofficeConverter } from './convert-office.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-office-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const searchPath = process.env['PATH'] ?? '';

async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

it('says what to install when there is no soffice', async () => {
  const convert = sofficeConverter({ program: 'soffice', searchPath: folder });
  expect(await convert(odtFile('Olá'), 'odt')).toMatchObject({
    ok: false,
    refusal: {
      code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
      detail: expect.stringContaining('LibreOffice') as string,
    },
  });
});

it('knows before a file comes whether there is a converter', async () => {
  expect(await sofficeConverter({ program: 'soffice', searchPath: folder }).isAvailable()).toBe(false);
  const installed = await program('installed', 'exit 0');
  expect(await sofficeConverter({ program: installed, searchPath }).isAvailable()).toBe(true);
});

it('takes no exit status for success: the file decides', async () => {
  const convert = sofficeConverter({ program: await program('liar', 'exit 0'), searchPath });
  expect(await convert(odtFile('Olá'), 'odt')).toMatchObject({ ok: false });
});

it('gives the program no environment', async () => {
  const leak = await program('leak', 'cd "$HOME"; env > document.pdf');
  process.env['LACRE_SECRET'] = 'segredo';
  try {
    const converted = await sofficeConverter({ program: leak, searchPath })(odtFile('Olá'), 'odt');
    const seen = converted.ok ? converted.pdf.toString() : '';
    expect(seen).toContain('TMPDIR=');
    expect(seen).not.toContain('segredo');
  } finally {
    delete process.env['LACRE_SECRET'];
  }
});

it('reports its confinement once, and at request', async () => {
  const told: Confinement[] = [];
  const convert = sofficeConverter({
    program: await program('quiet', 'exit 1'),
    searchPath,
    onConfinement: (confinement) => told.push(confinement),
  });
  await Promise.all([convert(odtFile('a'), 'odt'), convert(odtFile('b'), 'odt')]);
  expect(told).toEqual([await convert.confinement()]);
});

const installed = [process.env['SOFFICE_PATH'] ?? '', '/usr/bin/soffice']
  .filter((path) => existsSync(path))
  .slice(0, 1);
if (installed.length === 0) {
  console.warn('left out: office conversion (needs LibreOffice: apt-get install libreoffice-writer)');
}

it.each(installed)('converts a text document by %s', { timeout: 60_000 }, async (soffice) => {
  const converted = await sofficeConverter({ program: soffice, searchPath })(odtFile('Olá, contrato'), 'odt');
  expect(converted).toMatchObject({ ok: true });
  expect(readPdf(converted.ok ? converted.pdf : Buffer.alloc(0)).pageCount).toBe(1);
});
