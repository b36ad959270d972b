import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Of the product's own, what runs before anything is installed. */
const BEFORE_INSTALL = ['scripts', 'packages/stripped-sources/src'];

/** A checkout with the product's own scripts, whose lock names nothing to download. */
let checkout: string;
const at = (...path: string[]) => join(checkout, ...path);

beforeEach(async () => {
  checkout = await realpath(await mkdtemp(join(tmpdir(), 'lacre-install-')));
  for (const folder of BEFORE_INSTALL) await cp(join(ROOT, folder), at(folder), { recursive: true });
  await mkdir(at('infra/local/src'), { recursive: true });
  await writeFile(at('infra/local/src/lacre.ts'), `console.log('tudo confere');`);
  await writeFile(at('infra/local/src/main.ts'), `setInterval(() => {}, 1000); console.log('no ar');`);
  const own = { name: 'checkout', version: '1.0.0', type: 'module' };
  const scripts = { postinstall: 'node scripts/stamp-install.mjs' };
  await writeFile(at('package.json'), JSON.stringify({ ...own, scripts }));
  await writeLock('1.0.0');
  expect(run('install-only.mjs').status).toBe(0);
  // An install begins by emptying the folder.
  await writeFile(at('node_modules/installed'), '');
});

afterEach(() => rm(checkout, { recursive: true, force: true }));

async function writeLock(version: string): Promise<void> {
  const own = { name: 'checkout', version };
  const lock = { ...own, lockfileVersion: 3, packages: { '': { ...own, hasInstallScript: true } } };
  await writeFile(at('package-lock.json'), JSON.stringify(lock));
}

function run(script: string, environment: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [at('scripts', script)], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

it('installs by a changed lockfile before an operator command', async () => {
  await writeLock('1.0.1');
  const { status, stdout } = run('lacre.mjs');
  expect(stdout).toContain('tudo confere');
  expect(status).toBe(0);
  expect(existsSync(at('node_modules/installed'))).toBe(false);
});

it('refuses to install beneath a running platform, and says what to do', async () => {
  const platform = spawn(process.execPath, ['infra/local/src/main.ts'], { cwd: checkout });
  try {
    await once(platform.stdout, 'data');
    expect(run('lacre.mjs').stdout, 'with the lock that is installed').toContain('tudo confere');
    await writeLock('1.0.1');
    for (const script of ['lacre.mjs', 'run.mjs', 'start.mjs']) {
      const { status, stderr, stdout } = run(script);
      expect(`${stdout}${stderr}`).toBe(
        `As dependências mudaram, e o Lacre desta pasta está em uso (processo ${platform.pid}): encerre-o e rode npm start, que as instala.\n`,
      );
      expect(status).toBe(2);
    }
    expect(existsSync(at('node_modules/installed'))).toBe(true);
  } finally {
    platform.kill('SIGKILL');
    await once(platform, 'exit');
  }
  expect(run('lacre.mjs').stdout).toContain('tudo confere');
});

it('runs by the Node of the lock where npm links no program of that name', async () => {
  const named = at(`node_modules/node-${process.platform}-${process.arch}/bin/node`);
  await mkdir(at('linkless'));
  // As Debian's npm 9 leaves it.
  await writeFile(
    at('linkless/npm'),
    `#!/bin/sh\nmkdir -p '${dirname(named)}'\nprintf '#!/bin/sh\\necho node of the lock\\n' > '${named}'\nchmod 755 '${named}'\n`,
  );
  await chmod(at('linkless/npm'), 0o755);
  await writeLock('1.0.1');
  const PATH = `${at('linkless')}${delimiter}${process.env['PATH'] ?? ''}`;
  const { status, stdout } = run('lacre.mjs', { PATH });
  expect(stdout).toContain('node of the lock');
  expect(status).toBe(0);
});

it('repeats an interrupted install, also for an earlier lockfile', async () => {
  await mkdir(at('killed'));
  await writeFile(at('killed/npm'), '#!/bin/sh\nrm node_modules/installed\nkill -9 $$\n');
  await chmod(at('killed/npm'), 0o755);
  await writeLock('1.0.1');
  const cutOff = run('lacre.mjs', { PATH: `${at('killed')}${delimiter}${process.env['PATH']}` });
  expect(cutOff.stderr).toContain('A instalação falhou');
  expect(cutOff.status).toBe(2);

  await writeLock('1.0.0');
  expect(run('lacre.mjs').stdout).toContain('Dependências instaladas');
});
