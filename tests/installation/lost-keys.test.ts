import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { operate } from '../support/operator-command.ts';
import { openAccount } from '../support/scenario.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let lacre: Lacre;
const at = (...path: string[]): string => join(lacre.dataDir, ...path);
const fresh = (): string => randomBytes(32).toString('hex');

beforeAll(async () => {
  lacre = await Lacre.create();
  await lacre.start();
  await openAccount(lacre.origin);
  await lacre.stop();
});
afterAll(() => lacre.dispose());

/** What a start says that is refused: one line, and no stack. */
async function refusal(which: Lacre = lacre): Promise<string> {
  const words = await which.start().then(
    () => 'started',
    (error: unknown) => String(error),
  );
  expect(words).toMatch(/ended \(1\)/);
  expect(words).not.toMatch(/\n\s+at /);
  return /O Lacre não pôde iniciar: (.*)\n/.exec(words)?.[1] ?? words;
}

/** The file is away while `look` runs. */
async function without(file: string, look: () => Promise<void>): Promise<void> {
  await rename(file, `${file}.away`);
  try {
    await look();
  } finally {
    await rename(`${file}.away`, file);
  }
}

/** The file says something else while `look` runs. */
async function holding(file: string, content: string, look: () => Promise<void>): Promise<void> {
  const before = await readFile(file, 'utf8');
  await writeFile(file, content);
  try {
    await look();
  } finally {
    await writeFile(file, before);
  }
}

const fsck = async (): Promise<string> => (await operate(lacre.dataDir, 'fsck')).said;

it.each(['secrets.json', 'personal-data-keys.json'])(
  'makes no new %s beside an installation that had one',
  async (name) => {
    await without(at(name), async () => {
      const words = await refusal();
      expect(words).toContain(`falta ${at(name)}`);
      expect(words).toContain('Restaure');
      expect(existsSync(at(name))).toBe(false);
      expect(await fsck()).toContain(at(name));
      expect(existsSync(at(name))).toBe(false);
    });
  },
);

it.each(['secrets.json', 'personal-data-keys.json'])('says of a damaged %s that it is', async (name) => {
  await holding(at(name), '{"half', async () =>
    expect(await refusal()).toContain(`${at(name)} está danificado`),
  );
});

it.each([
  ['blobMasterKey', /chave.*dos arquivos.*BLOB_MASTER_KEY.*não é a desta instalação/],
  ['payloadKey', /PAYLOAD_KEY.*não é a desta instalação/],
  ['digestKey', /DIGEST_KEY.*não é a desta instalação/],
])('refuses the %s of another installation', async (name, words) => {
  const kept = JSON.parse(await readFile(at('secrets.json'), 'utf8')) as object;
  await holding(at('secrets.json'), JSON.stringify({ ...kept, [name]: fresh() }), async () => {
    const said = await refusal();
    expect(said).toMatch(words);
    expect(said).toContain('Restaure');
  });
});

it('refuses keys of personal data of another installation, and leaves wrapped keys as they were', async () => {
  await holding(at('personal-data-keys.json'), JSON.stringify({ keys: [fresh()] }), async () => {
    const words = await refusal();
    expect(words).toMatch(/PERSONAL_DATA_KEYS.*não são as desta instalação/);
    expect(words).toContain('Restaure');
    expect(await fsck()).toMatch(/^PERSONAL_DATA_KEYS|chaves dos dados pessoais/);
  });
});

it('names a lost key of its authority, and a missing seal file', async () => {
  const key = at('seal-keys', 'authority', 'rootKey.pem');
  await without(key, async () => expect(await refusal()).toContain(`falta ${key}`));
  const sealed = await lacre.beside({ SEAL_PFX: at('nenhum.pfx') });
  expect(await refusal(sealed)).toBe(`SEAL_PFX: ${at('nenhum.pfx')} não existe.`);
});

it('starts as before once everything is back', async () => {
  await lacre.start();
  expect((await fetch(`${lacre.origin}/api/session/options`)).status).toBe(200);
  await lacre.stop();
});
