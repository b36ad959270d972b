import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { operate, type Operated } from '../../support/operator-command.ts';
import { openAccount, type Account } from '../../support/scenario.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';

const folder = mkdtempSync(join(tmpdir(), 'lacre-map-'));
const file = join(folder, 'assina1.map');

let lacre: RunningProduct;
let account: Account;
let own: string;

/** The operator's command, on the installation that runs, at the address that its cell has. */
function map(...args: string[]): Promise<Operated> {
  vi.stubEnv('PUBLIC_URL', 'https://assina1.example.com');
  return operate(lacre.dataDir, 'tenant', 'map', ...args);
}

const lineOf = (domain: string): string =>
  `/login/${domain} https://assina1.example.com/login/${domain}$is_args$args;`;

beforeAll(async () => {
  lacre = await sharedLacre();
  account = await openAccount(lacre.origin, 'Conta de uma célula');
  const { items } = await account.api.call('listDomains');
  own = items.find(({ kind }) => kind === 'login')?.domain ?? '';
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('lists every address by which an account is reached now, and no domain of e-mails', async () => {
  await account.api.call('addDomain', { body: { kind: 'login', domain: `${own}-filial` } });
  await account.api.call('addDomain', { body: { kind: 'login', domain: `${own}-antiga` } });
  await account.api.call('addDomain', { body: { kind: 'email', domain: 'celula.example.com' } });
  await account.api.call('removeDomain', { params: { domain: `${own}-antiga` } });
  const { status, shown } = await map();
  expect(status).toBe(0);
  const lines = shown.split('\n');
  expect(lines).toContain(lineOf(own));
  expect(lines).toContain(lineOf(`${own}-filial`));
  expect(shown).not.toContain(`${own}-antiga`);
  expect(shown).not.toContain('celula.example.com');
}, 60_000);

it('replaces a file, and leaves nothing beside it', async () => {
  expect(await map('--out', file)).toMatchObject({ status: 0 });
  await account.api.call('removeDomain', { params: { domain: `${own}-filial` } });
  const again = await map('--out', file);
  expect(again.shown).toMatch(/assina1\.map: \d+ endereços?\.\n$/);
  const text = readFileSync(file, 'utf8');
  expect(text.split('\n')).toContain(lineOf(own));
  expect(text).not.toContain(`${own}-filial`);
  expect(readdirSync(folder)).toEqual(['assina1.map']);
}, 60_000);

it('names the file it cannot write, and accepts no account', async () => {
  const nowhere = await map('--out', join(folder, 'nada', 'assina1.map'));
  expect([nowhere.status, nowhere.said]).toEqual([
    2,
    expect.stringMatching(/^não foi possível escrever .*assina1\.map \(ENOENT\)\n$/),
  ]);
  expect(await map(own)).toMatchObject({ status: 2, shown: '' });
}, 60_000);
