import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { cellMap } from '@lacre/local/cell-map';
import { freePort } from '@lacre/test-support';
import { afterEach, beforeEach, expect, it } from 'vitest';

const CONFIG = new URL('../nginx/cells.conf', import.meta.url);
const run = promisify(execFile);

let folder: string;
let origin: string;
let args: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-cells-'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  await mkdir(join(folder, 'cells'));
  const config = (await readFile(CONFIG, 'utf8'))
    .replaceAll('/tmp/', `${folder}/`)
    .replace('pid /run/', `pid ${folder}/`)
    .replaceAll('/etc/nginx/', `${folder}/`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`);
  await writeFile(join(folder, 'config'), config);
  args = ['-p', folder, '-c', join(folder, 'config'), '-e', 'stderr'];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeMap = (cell: string, domains: string[]) =>
  writeFile(join(folder, 'cells', `${cell}.map`), cellMap(`https://${cell}.example.com`, domains));

it('sends each account to its cell, and every other request to the first', async () => {
  await writeMap('assina1', ['andrade']);
  await writeMap('assina2', ['souza', 'souza-filhos']);
  const nginx = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'ignore' });
  const ended = once(nginx, 'exit');
  try {
    while (nginx.exitCode === null && !(await fetch(origin, { redirect: 'manual' }).catch(() => false)))
      await sleep(50);
    const sentTo = async (path: string): Promise<[number, string | null, string | null]> => {
      const { status, headers } = await fetch(`${origin}${path}`, { redirect: 'manual' });
      return [status, headers.get('location'), headers.get('cache-control')];
    };
    const to = (address: string) => [307, address, 'no-store'];
    expect(await sentTo('/login/andrade')).toEqual(to('https://assina1.example.com/login/andrade'));
    expect(await sentTo('/login/souza')).toEqual(to('https://assina2.example.com/login/souza'));
    expect(await sentTo('/login/Souza-Filhos?next=%2Fprocess%2F1')).toEqual(
      to('https://assina2.example.com/login/souza-filhos?next=%2Fprocess%2F1'),
    );
    expect(await sentTo('/login/souza/mais')).toEqual(to('https://assina1.example.com/login/souza/mais'));
    expect(await sentTo('/validate?code=ABCD')).toEqual(to('https://assina1.example.com/validate?code=ABCD'));
    // What a decoded path would add to the answer stays in the address.
    expect(await sentTo('/login/x%0d%0aSet-Cookie:%20a=b')).toEqual(
      to('https://assina1.example.com/login/x%0d%0aSet-Cookie:%20a=b'),
    );
  } finally {
    nginx.kill('SIGTERM');
    await ended;
  }
});

it('is refused by nginx where two cells have one address', async () => {
  await writeMap('assina1', ['andrade']);
  await writeMap('assina2', ['andrade']);
  await expect(run('nginx', [...args, '-t'])).rejects.toThrow('conflicting parameter "/login/andrade"');
});
