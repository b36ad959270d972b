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
  const files = ['personal-data-keys.json', 'secrets.json'];
  expect((await readdir(place)).toSorted()).toEqual(files);
  for (const file of files) expect((await stat(join(place, file))).mode & 0o777).toBe(0o600);
  expect(one?.personalDataKeys).toHaveLength(1);
});

it('takes several keys of personal data, and none that is damaged', async () => {
  const place = await folder();
  const { personalDataKeys } = await loadSecrets(place);
  const file = join(place, 'personal-data-keys.json');
  const keys = ['ab'.repeat(32), ...personalDataKeys.map((key) => key.toString('hex'))];
  await writeFile(file, JSON.stringify({ keys }));
  expect((await loadSecrets(place)).personalDataKeys.map((key) => key.toString('hex'))).toEqual(keys);
  for (const damaged of [{}, { keys: [] }, { keys: ['ab'] }]) {
    await writeFile(file, JSON.stringify(damaged));
    await expect(loadSecrets(place)).rejects.toThrow('personal-data-keys.json');
  }
});

it('refuses a damaged file instead of making new secrets', async () => {
  const place = await folder();
  await loadSecrets(place);
  const file = join(place, 'secrets.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('payloadKey', 'payload'));
  await expect(loadSecrets(place)).rejects.toThrow('payloadKey');
});
