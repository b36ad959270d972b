import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { odtFile } from '@lacre/signer/testing/office/sample-office';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import { openAccount, type Account } from '../support/scenario.ts';

const PATIENCE = { timeout: 300_000 };

let folder: string;
let programs: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-converter-'));
  programs = await programsWithoutOffice();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder with every program of this machine but LibreOffice. */
async function programsWithoutOffice(): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const place of (process.env['PATH'] ?? '').split(delimiter))
    for (const name of await readdir(place).catch(() => []))
      if (!/office/i.test(name)) await symlink(join(place, name), join(bin, name)).catch(() => {});
  return bin;
}

/** Code that a process loads first: its Node finds the optional package nowhere, as where npm has left it out. */
async function withoutPackage(): Promise<string> {
  const path = join(folder, 'without-package.cjs');
  await writeFile(
    path,
    `const modules = require('node:module');
    const resolve = modules._resolveFilename;
    modules._resolveFilename = (name, ...others) => {
      if (name.startsWith('@matbee/libreoffice-converter'))
        throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' });
      return resolve(name, ...others);
    };`,
  );
  return `--require=${path}`;
}

async function started(environment: Record<string, string>) {
  const lacre = await Lacre.create(environment);
  await lacre.start();
  return { lacre, account: await openAccount(lacre.origin) };
}

/** The kinds that a drop zone offers. */
const kindsTaken = async ({ api }: Account) =>
  (await api.call('uploadOptions')).kinds.filter(({ available }) => available).map((kind) => kind.extension);

it('accepts PDFs alone where the optional package is absent, and logs it', PATIENCE, async () => {
  const environment = { PATH: programs, NODE_OPTIONS: await withoutPackage() };
  const { lacre, account } = await started(environment);
  try {
    await expect.poll(() => lacre.output).toMatch(/Documentos aceitos: só PDF; .*"npm install"/);
    expect(await kindsTaken(account)).toEqual(['pdf']);
    const refused = await account.api.upload(odtFile('Contrato'), 'contrato.odt');
    expect(await refused.json()).toMatchObject({
      code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
      detail: expect.stringMatching(/"npm install".*libreoffice-writer/) as string,
    });
    expect((await account.api.upload(await samplePdf(), 'contrato.pdf')).status).toBe(201);
  } finally {
    await lacre.dispose();
  }
});

it('converts with what npm installed, without any LibreOffice of the system', PATIENCE, async () => {
  const { lacre, account } = await started({ PATH: programs });
  try {
    await expect
      .poll(() => lacre.output)
      .toContain('Documentos aceitos: PDF, DOC, DOCX e ODT (convertidos com o LibreOffice embutido)');
    expect(await kindsTaken(account)).toEqual(['pdf', 'doc', 'docx', 'odt']);
    const taken = await account.api.upload(odtFile('Contrato'), 'contrato.odt');
    expect([taken.status, await taken.json()]).toEqual([
      201,
      expect.objectContaining({ name: 'contrato.pdf', pages: 1 }),
    ]);
  } finally {
    await lacre.dispose();
  }
});
