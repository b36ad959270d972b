import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { readPdf } from '@lacre/pades';
import { listenLocally } from '@lacre/test-support';
import { pino } from 'pino';
import { afterAll, expect, it, vi } from 'vitest';

import { odtFile } from '../../../testing/office/sample-office.ts';
import { officeConverter } from '../office-converter.ts';
import { embeddedConverter, type EmbeddedConfinement } from './embedded-converter.ts';
import { PACKAGE } from './libreoffice.ts';
import { withoutNetwork } from './without-network.ts';

const searchPath = process.env['PATH'] ?? '';
const told: EmbeddedConfinement[] = [];
const convert = embeddedConverter({ searchPath, onConfinement: (confinement) => told.push(confinement) });
afterAll(() => convert.close());

/** Of a machine that has much else to do: the start of a process alone takes 10 s there. */
const PATIENCE = { timeout: 150_000 };

/** Processes of this test that convert. */
const converting = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        return (
          readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('office-process.ts') &&
          readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid)
        );
      } catch {
        return false;
      }
    });

it('converts a text document, with its fonts inside', PATIENCE, async () => {
  const converted = await convert(odtFile('Olá, contrato de locação'), 'odt');
  expect(converted).toMatchObject({ ok: true });
  const pdf = converted.ok ? converted.pdf : Buffer.alloc(0);
  expect(readPdf(pdf).pageCount).toBe(1);
  expect(pdf.toString('latin1')).toMatch(/\/FontFile[23]?\b/);
  expect(told).toHaveLength(1);
});

it('converts documents that come at once, each in a process of its own', PATIENCE, async () => {
  const texts = ['um', 'dois'];
  const converted = await Promise.all(texts.map((text) => convert(odtFile(text), 'odt')));
  expect(converted.map(({ ok }) => ok)).toEqual([true, true]);
});

it('refuses a file that is no document, and converts the next', PATIENCE, async () => {
  const cut = odtFile('cortado').subarray(0, 300);
  expect(await convert(cut, 'odt')).toMatchObject({
    ok: false,
    refusal: { code: 'UPLOAD_HANDLE_FILES_ERROR' },
  });
  expect(await convert(odtFile('inteiro'), 'odt')).toMatchObject({ ok: true });
});

it('gives its process no setting of the service and no sight of its files', PATIENCE, async () => {
  await convert(odtFile('depois fica um processo pronto'), 'odt');
  // The process that made it ends while the next one starts: whichever is there is read whole.
  const { environ, words } = await vi.waitFor(
    () => {
      const [id] = converting();
      const read = (name: string) => readFileSync(`/proc/${id}/${name}`, 'utf8').split('\0');
      const found = { environ: read('environ'), words: read('cmdline') };
      expect(found.words).toContain('--permission');
      return found;
    },
    { timeout: 10_000, interval: 200 },
  );
  expect(environ.filter((word) => !/^(?:NODE_CHANNEL_.*|_=.*)?$/.test(word))).toEqual([]);
  const readable = words.filter((word) => word.startsWith('--allow-fs-read='));
  // LibreOffice and the product's own sources.
  expect(readable).toEqual([
    expect.stringMatching(/\/node_modules\/\*$/),
    expect.stringMatching(/\/services\/signer\/src\/\*$/),
    expect.stringMatching(/\/packages\/stripped-sources\/\*$/),
  ]);
});

it('starts LibreOffice once in its process', PATIENCE, async () => {
  await convert(odtFile('pronto'), 'odt');
  const residentMbOf = (id: number) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1000;
    } catch {
      // It has ended meanwhile.
      return 0;
    }
  };
  // The next process is up once it waits for a document: its memory no longer grows.
  const residentMb = () => Math.max(0, ...converting().map(residentMbOf));
  let before = 0;
  for (let now = residentMb(); now < 700 || now > before; now = residentMb()) {
    before = now;
    await pause(2000);
  }
  // A second one beside the first made it 1,020 MB to 1,430 MB.
  expect(before).toBeLessThan(950);
});

it('ends its process when nothing comes, and starts another when something does', PATIENCE, async () => {
  const brief = embeddedConverter({ searchPath, idleMs: 300 });
  const before = new Set(converting());
  expect(await brief(odtFile('a'), 'odt')).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(converting().filter((id) => !before.has(id))).toEqual([]), 30_000);
  expect(await brief(odtFile('b'), 'odt')).toMatchObject({ ok: true });
  await brief.close();
});

it('cannot reach this machine either, where the system lets networks be taken away', async (context) => {
  const words = await withoutNetwork(searchPath);
  if (words.length === 0) return context.skip('the system allows no network namespace');
  let connections = 0;
  const server = createServer(() => (connections += 1));
  const port = await listenLocally(server);
  const script = `require('node:net').connect(${port}, '127.0.0.1').on('error', ({ code }) => process.stdout.write(code))`;
  expect(execFileSync('/usr/bin/env', [...words, process.execPath, '-e', script], { encoding: 'utf8' })).toBe(
    'ENETUNREACH',
  );
  expect(connections).toBe(0);
  server.close();
});

it('has nothing in its package that is bound to a platform', async () => {
  const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  const { os, cpu, scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
  expect({ os, cpu }).toEqual({ os: undefined, cpu: undefined });
  for (const name of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name);
  expect(globSync('**/*.{node,so,dylib,dll,exe}', { cwd: dirname(manifest) })).toEqual([]);
});

it('says what to install where the optional package is absent', async () => {
  const absent = embeddedConverter({ searchPath, from: 'file:///nowhere/module.ts' });
  expect(await absent.isAvailable()).toBe(false);
  expect(await absent(odtFile('a'), 'odt')).toMatchObject({
    ok: false,
    refusal: {
      code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
      detail: expect.stringContaining('npm install') as string,
    },
  });
});

it.each([
  [{}, 'embedded'],
  [{ program: 'soffice' }, 'soffice'],
  [{ gotenbergUrl: 'http://gotenberg:3000' }, 'gotenberg'],
  [{ program: 'soffice', gotenbergUrl: 'http://gotenberg:3000' }, 'gotenberg'],
] as const)('with the settings %j converts by %s', async (settings, by) => {
  const chosen = await officeConverter({
    gotenbergUrl: undefined,
    program: undefined,
    searchPath,
    maxInHand: 16,
    logger: pino({ level: 'silent' }),
    ...settings,
  });
  expect(chosen.by).toBe(by);
});
