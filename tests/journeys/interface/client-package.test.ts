import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cnpjOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fresh, openAccount, type Account } from '../../support/scenario.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

const majorOf = (program: string): number =>
  Number(execFileSync(program, ['--version'], { encoding: 'utf8' }).slice(1).split('.')[0]);

/** Every Node from 20 on that this machine has on its path, one of each major version; the one that runs this first. */
function nodes(): [major: number, program: string][] {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((program) => existsSync(program));
  const byMajor = new Map<number, string>();
  for (const program of [process.execPath, ...found]) {
    const major = majorOf(program);
    if (major >= 20 && !byMajor.has(major)) byMajor.set(major, program);
  }
  return [...byMajor];
}

const available = nodes();

let lacre: RunningProduct;
let account: Account;
let folder: string;
beforeAll(async () => {
  [lacre, folder] = await Promise.all([sharedLacre(), mkdtemp(join(tmpdir(), 'lacre-client-'))]);
  const environment = { ...process.env, NODE_OPTIONS: '' };
  execFileSync(process.execPath, [join(root, 'packages/client/scripts/build.ts')], { env: environment });
  // What `npm run package` of the client does, into the empty folder.
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'packages/client/dist'),
    encoding: 'utf8',
    env: environment,
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  await writeFile(join(folder, 'package.json'), '{ "name": "integrator", "private": true }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], {
    cwd: folder,
    env: { ...environment, npm_config_before: undefined },
  });
  account = await openAccount(lacre.origin);
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const CALLS = `
const lacre = createClient({ origin: process.env.LACRE_URL, token: process.env.LACRE_TOKEN });
const main = async () => {
  const { companyId } = await lacre.call('createCompany', {
    idempotencyKey: newIntent(),
    body: { cnpj: process.env.CNPJ, companyName: 'Padaria São João Ltda' },
  });
  const company = await lacre.call('getCompany', { params: { companyId } });
  const refused = await lacre.call('getProcess', { params: { processId: companyId } }).catch((error) => error);
  console.log(JSON.stringify([company.companyName, refused instanceof Problem, refused.code]));
};
void main();
`;
const NAMES = '{ createClient, newIntent, Problem }';
const MODULES = {
  'main.mjs': `import ${NAMES} from '@lacre/client';${CALLS}`,
  'main.cjs': `const ${NAMES} = require('@lacre/client');${CALLS}`,
};

describe.each(available)('under Node %i', (_major, program) => {
  it.each(Object.entries(MODULES))(
    'calls the API from %s',
    async (name, text) => {
      await writeFile(join(folder, name), text);
      const { status, stdout, stderr } = spawnSync(program, [join(folder, name)], {
        encoding: 'utf8',
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          LACRE_URL: lacre.origin,
          LACRE_TOKEN: account.api.token,
          CNPJ: cnpjOf(fresh()),
        },
      });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual(['Padaria São João Ltda', true, 'SIGNATURE_PROCESS_NOT_FOUND']);
      expect(status).toBe(0);
    },
    60_000,
  );
});

it('is tried under the oldest Node that it promises, where changes are judged', () => {
  const majors = available.map(([major]) => major);
  expect(majors).toEqual(expect.arrayContaining(process.env['CI'] === 'true' ? [20, 24] : [24]));
});

it('needs no other package, and no file of the repository', async () => {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@lacre/client']);
  const installed = join(folder, 'node_modules/@lacre/client');
  for (const name of ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts', 'call-options.d.ts'])
    expect(await readFile(join(installed, name), 'utf8')).not.toMatch(/@lacre\/contracts|\.\.\/|from 'zod'/);
});

const TYPED = `
import { createClient, type AnswerOf } from '@lacre/client';

const lacre = createClient({ origin: 'http://localhost:4400' });
export async function ask(): Promise<AnswerOf<'createProcess'>['documents'][number]['name'][]> {
  const file = new File(['x'], 'contrato.pdf');
  const { proof } = await lacre.call('uploadDocument', { file });
  const body = { summary: 'Locação', companyId: 'a', documents: [{ proof }], participants: [{ personId: 'b', part: 'signer' as const }] };
  const { documents } = await lacre.call('createProcess', { body });
  // @ts-expect-error a part that there is not
  await lacre.call('createProcess', { body: { ...body, participants: [{ personId: 'b', part: 'reader' }] } });
  // @ts-expect-error a query takes no body
  await lacre.call('currentUser', { body: {} });
  const user = await lacre.call('currentUser');
  const email: string = user.email;
  // @ts-expect-error an answer without this member
  void user.shoeSize;
  return [...documents.map(({ name }) => name), email];
}
`;

it.each(['typed.mts', 'typed.cts'])(
  'has types for %s, with no package of types beside it',
  async (name) => {
    await writeFile(join(folder, name), TYPED);
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--module', 'nodenext'];
    const { stdout, status } = spawnSync(
      process.execPath,
      [compiler, ...options, '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', name],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  },
  120_000,
);
