import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { loadSecrets } from './secrets.ts';

const folders: string[] = [];
async function folder(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'lacre-secrets-'));
  folders.push(place);
  return place;
}
afterEach(() => Promise.all(folders.splice(0).map((place) => rm(place, { recursive: true }))));

it('gives two starters at once the same secrets, and keeps them to itself', async () => {
  const place = await folder();
  const [one, ...others] = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(place)));
  for (const other of others) expect(other).toEqual(one);
  expect(await readdir(place)).toEqual(['secrets.json']);
  expect((await stat(join(place, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

it('refuses a damaged file instead of making new secrets', async () => {
  const place = await folder();
  await loadSecrets(place);
  const file = join(place, 'secrets.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('payloadKey', 'payload'));
  await expect(loadSecrets(place)).rejects.toThrow('payloadKey');
});
