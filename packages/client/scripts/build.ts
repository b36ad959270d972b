/**
 * Builds the client as a package of its own, in `dist/`: one module for `import`, one for `require`, types for both,
 * nothing of the workspace. `npm pack ./packages/client/dist` makes the tarball.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

import manifest from '../package.json' with { type: 'json' };
import { contractTypes } from './contract-types.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** Modules that declarations name, as they lie in the package. */
const relocated = (text: string, extension: 'js' | 'cjs'): string =>
  text
    .replaceAll(/(from |import\()(['"])@lacre\/contracts(?:\/\w+)?\2/g, `$1$2./contracts.${extension}$2`)
    .replaceAll(/(from |import\()(['"])(\.\/[\w-]+)\.ts\2/g, `$1$2$3.${extension}$2`);

async function bundle(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      // What Node 20 runs.
      target: 'es2022',
      lib: {
        entry: join(root, 'src/index.ts'),
        formats: ['es', 'cjs'],
        fileName: (format) => (format === 'es' ? 'index.js' : 'index.cjs'),
      },
    },
  });
}

/** Declarations by the compiler, then a second set of them for `require`, whose names end as its modules do. */
async function declare(): Promise<void> {
  const emitted = join(dist, 'declared');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', emitted];
  const project = join(root, 'tsconfig.package.json');
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/,
    'bin/tsc',
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiler, '-p', project, '--rootDir', join(root, '..'), ...options],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`declarations failed:\n${stdout}${stderr}`);
  const from = join(emitted, 'client/src');
  for (const name of (await readdir(from)).filter((one) => one.endsWith('.d.ts'))) {
    const text = await readFile(join(from, name), 'utf8');
    await writeFile(join(dist, name), relocated(text, 'js'));
    await writeFile(join(dist, name.replace(/\.d\.ts$/, '.d.cts')), relocated(text, 'cjs'));
  }
  await rm(emitted, { recursive: true });
  const contracts = contractTypes();
  await writeFile(join(dist, 'contracts.d.ts'), contracts);
  await writeFile(join(dist, 'contracts.d.cts'), contracts);
}

/** The manifest of the package: no workspace, no dependency. */
async function describe(): Promise<void> {
  const { name, version, license } = manifest;
  const condition = (module: string, types: string) => ({ types: `./${types}`, default: `./${module}` });
  const published = {
    name,
    version,
    license,
    description: 'Client of the Lacre API: electronic signatures with proof',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    exports: {
      '.': { import: condition('index.js', 'index.d.ts'), require: condition('index.cjs', 'index.d.cts') },
      './package.json': './package.json',
    },
  };
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await copyFile(join(root, 'README.md'), join(dist, 'README.md'));
  await copyFile(join(root, '../../LICENSE'), join(dist, 'LICENSE'));
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await bundle();
await declare();
await describe();
