import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { listenLocally } from '@lacre/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  hostileDocx,
  hostileFlatOdt,
  hostileOdt,
  magentaPng,
  type Targets,
} from '../../testing/office/hostile-office.ts';
import { odtFile } from '../../testing/office/sample-office.ts';
import type { Confinement } from '../confinement/confinement.ts';
import { findConfiner } from '../confinement/confinement.ts';
import { sniffType } from '../sniff-type.ts';
import { sofficeConverter } from './convert-office.ts';
import { embeddedConverter } from './embedded/embedded-converter.ts';
import { officeProblem } from './office-limits.ts';
import { OFFICE_SETTINGS } from './office-settings.ts';

const require = createRequire(import.meta.url);

const run = promisify(execFile);
const searchPath = process.env['PATH'] ?? '';
const soffice =
  [process.env['SOFFICE_PATH'] ?? '', '/usr/bin/soffice'].find((path) => existsSync(path)) ?? '';
const ready = [soffice, '/usr/bin/pdftotext', '/usr/bin/pdftoppm'].every((path) => existsSync(path));
if (!ready) console.warn('left out: hostile office files (apt-get install libreoffice-writer poppler-utils)');

/** A profile with everything open: what is not shown in spite of it is held back by walls alone. */
const OPEN_SETTINGS = OFFICE_SETTINGS.replaceAll('<value>true<', '<value>false<')
  .replace('<value>3<', '<value>0<')
  .replace(/(name="Link".*?<value>)0</, '$12<');

type Kind = 'odt' | 'docx' | 'doc' | 'flat ODF as odt';
const KINDS: readonly Kind[] = ['odt', 'docx', 'doc', 'flat ODF as odt'];
const extensionOf = (kind: Kind) => (kind === 'flat ODF as odt' ? 'odt' : kind);

let folder: string;
let server: Server;
let targets: Targets;
const requests: string[] = [];
const files = new Map<Kind, Buffer>();
const script = readFile(new URL('./office-convert.sh', import.meta.url), 'utf8');

async function listen(): Promise<string> {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end(request.url?.endsWith('.odt') ? odtFile('SEGREDO REMOTO') : magentaPng());
  });
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

beforeAll(async () => {
  if (!ready) return;
  folder = await mkdtemp(join(tmpdir(), 'lacre-hostile-office-'));
  await chmod(folder, 0o755);
  const place = (name: string) => join(folder, name);
  targets = {
    image: place('segredo.png'),
    text: place('segredo.txt'),
    document: place('segredo.odt'),
    server: await listen(),
    trace: place('executado'),
  };
  await writeFile(targets.image, magentaPng());
  await writeFile(targets.text, 'SEGREDO EM TEXTO');
  await writeFile(targets.document, odtFile('SEGREDO EM ODT'));
  files.set('odt', hostileOdt(targets));
  files.set('docx', hostileDocx(targets));
  files.set('flat ODF as odt', hostileFlatOdt(targets));
  files.set('doc', await binaryDoc());
}, 120_000);

afterAll(async () => {
  if (!ready) return;
  server.close();
  await embedded.close();
  await rm(folder, { recursive: true, force: true });
});

/** soffice itself writes the links into a binary document, as INCLUDEPICTURE fields. */
async function binaryDoc(): Promise<Buffer> {
  await writeFile(join(folder, 'links.fodt'), hostileFlatOdt(targets));
  const profile = `-env:UserInstallation=file://${join(folder, 'writer')}`;
  const words = ['--headless', profile, '--convert-to', 'doc:MS Word 97', '--outdir', folder];
  await run(soffice, [...words, join(folder, 'links.fodt')]);
  return readFile(join(folder, 'links.doc'));
}

/** soffice without any wall. */
async function convertBare(kind: Kind, settings: string): Promise<Buffer> {
  const home = await mkdtemp(join(folder, 'bare-'));
  const running = run('/bin/sh', ['-c', await script, 'bare', extensionOf(kind), soffice, settings], {
    env: { PATH: searchPath, HOME: home },
    encoding: 'buffer',
    maxBuffer: 64e6,
  });
  running.child.stdin?.end(files.get(kind));
  return (await running).stdout;
}

/** soffice within walls, with a profile that holds nothing back. */
async function convertWalled(kind: Kind): Promise<Buffer> {
  const confiner = await findConfiner(searchPath);
  const outcome = await confiner.run({
    command: ['/bin/sh', '-c', await script, 'walled', extensionOf(kind), soffice, OPEN_SETTINGS],
    program: soffice,
    input: files.get(kind) ?? Buffer.alloc(0),
    timeoutMs: 60_000,
    maxOutputBytes: 64e6,
  });
  if (outcome.ended !== 'exit') throw new Error(outcome.ended);
  return outcome.output;
}

/** What a PDF shows, and what was asked of the server meanwhile, that is none of the document's own. */
async function leaks(pdf: Buffer) {
  const path = join(folder, 'judged.pdf');
  await writeFile(path, pdf);
  const { stdout: text } = await run('pdftotext', [path, '-']);
  await run('pdftoppm', ['-r', '30', path, join(folder, 'page')]);
  const pages = (await run('sh', ['-c', 'cat "$0"-*.ppm; rm "$0"-*.ppm', join(folder, 'page')], {
    encoding: 'buffer',
    maxBuffer: 64e6,
  })) as { stdout: Buffer };
  expect(text).toContain('Contrato que lê o que não é seu');
  return {
    text: ['SEGREDO', 'root:', 'PATH='].filter((secret) => text.includes(secret)),
    picture: showsMagenta(pages.stdout),
    requests: requests.splice(0).length > 0,
    ran: existsSync(targets.trace) || existsSync(`${targets.trace}.basic`),
  };
}

/** In PPM every pixel is three bytes; a PDF's pictures may have been through JPEG. */
function showsMagenta(pixels: Buffer): boolean {
  for (let at = 0; at + 5 < pixels.length; at += 1) {
    const strong = (offset: number) => (pixels[at + offset] ?? 0) > 200;
    const weak = (offset: number) => (pixels[at + offset] ?? 255) < 60;
    if (strong(0) && weak(1) && strong(2) && strong(3) && weak(4) && strong(5)) return true;
  }
  return false;
}

const NOTHING = { text: [], picture: false, requests: false, ran: false };

const convert = sofficeConverter({ program: soffice, searchPath });
const embedded = embeddedConverter({ searchPath });
/** A process is started for each document; on a loaded machine that alone takes 10 s. */
const EMBEDDED_MS = 150_000;
const ours = (): Promise<Confinement> => convert.confinement();
const isWalled = (confinement: Confinement): boolean => confinement.files && confinement.network;

describe.runIf(ready)('links, sections, objects, frames, templates and macros of a hostile document', () => {
  it.each(KINDS)('lead outside in %s when nothing holds soffice back', { timeout: 90_000 }, async (kind) => {
    const seen = await leaks(await convertBare(kind, OPEN_SETTINGS));
    expect(seen).toMatchObject({ picture: true, requests: true });
    // Sections of a file that is not zipped are loaded on opening.
    expect(seen.text).toEqual(kind === 'flat ODF as odt' ? ['SEGREDO', 'root:'] : []);
  });

  it.for(KINDS)('lead nowhere in %s within the walls', { timeout: 90_000 }, async (kind, context) => {
    if (!isWalled(await ours())) return context.skip('the system allows no walls');
    expect(await leaks(await convertWalled(kind))).toEqual(NOTHING);
  });

  it.for(KINDS)('lead nowhere in %s as we convert it', { timeout: 90_000 }, async (kind, context) => {
    if (!isWalled(await ours())) return context.skip('the system allows no walls');
    const converted = await convert(files.get(kind) ?? Buffer.alloc(0), extensionOf(kind));
    expect(converted).toMatchObject({ ok: true });
    expect(await leaks(converted.ok ? converted.pdf : Buffer.alloc(0))).toEqual(NOTHING);
  });

  it.each(KINDS)('lead nowhere in %s by the embedded converter', { timeout: EMBEDDED_MS }, async (kind) => {
    const converted = await embedded(files.get(kind) ?? Buffer.alloc(0), extensionOf(kind));
    expect(converted).toMatchObject({ ok: true });
    expect(await leaks(converted.ok ? converted.pdf : Buffer.alloc(0))).toEqual(NOTHING);
  });

  it.runIf(process.getuid?.() === 0)(
    'lead nowhere when the service runs as an ordinary user',
    { timeout: 120_000 },
    async (context) => {
      // What it runs lies where that user may read it.
      const own = join(folder, 'own');
      await mkdir(own);
      for (const name of ['intake', 'workers', 'testing'])
        await cp(new URL(`../../${name}`, import.meta.url), join(own, name), { recursive: true });
      for (const name of ['async-mutex', 'tslib'])
        await cp(dirname(require.resolve(`${name}/package.json`)), join(own, 'node_modules', name), {
          recursive: true,
        });
      await writeFile(join(own, 'package.json'), '{ "type": "module" }');
      const node = join(own, 'node');
      await copyFile(process.execPath, node);
      await writeFile(join(own, 'file'), files.get('flat ODF as odt') ?? '');
      const { stdout } = await run(
        node,
        [join(own, 'testing/office/convert-once.ts'), soffice, join(own, 'file')],
        {
          uid: 65_532,
          gid: 65_532,
          cwd: own,
          env: { PATH: searchPath },
          maxBuffer: 64e6,
        },
      );
      const { confinement, pdf } = JSON.parse(stdout) as { confinement: Confinement; pdf: string };
      process.stdout.write(`confinement as an ordinary user: ${JSON.stringify(confinement)}\n`);
      expect(confinement.user).not.toBe('nobody');
      if (!isWalled(confinement)) return context.skip('the system allows an ordinary user no walls');
      expect(await leaks(Buffer.from(pdf, 'base64'))).toEqual(NOTHING);
    },
  );
});

it.runIf(ready).each(['odt', 'docx', 'doc'] as const)(
  'takes a %s that soffice itself has written, with a picture and a macro',
  { timeout: EMBEDDED_MS },
  async (type) => {
    const home = await mkdtemp(join(folder, 'writer-'));
    await writeFile(join(home, 'texto.fodt'), hostileFlatOdt(targets));
    const profile = `-env:UserInstallation=file://${home}/profile`;
    const filter = { odt: 'odt:writer8', docx: 'docx:MS Word 2007 XML', doc: 'doc:MS Word 97' }[type];
    const words = ['--headless', profile, '--convert-to', filter, '--outdir', home];
    await run(soffice, [...words, join(home, 'texto.fodt')]);
    const file = await readFile(join(home, `texto.${type}`));
    expect(sniffType(file)).toBe(type);
    expect(type === 'doc' ? undefined : officeProblem(file)).toBeUndefined();
    for (const each of [convert, embedded]) expect(await each(file, type)).toMatchObject({ ok: true });
    requests.length = 0;
  },
);
