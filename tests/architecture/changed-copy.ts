import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An error of the compiler: the file that it stands in, and its text with the lines that explain it. */
interface CompileError {
  file: string;
  text: string;
}

/** A copy of a package's source that may be changed, and what others compile to against it. */
export class ChangedCopy {
  readonly #package: string;
  readonly #folder: string;

  /**
   * @param name of the package
   * @param include what is compiled besides the copy, as in tsconfig.json, from the root
   */
  constructor(name: string, include: readonly string[]) {
    this.#package = `packages/${name}`;
    mkdirSync(join(root, '.types'), { recursive: true });
    // Within the repository, where the copy finds the packages that it imports.
    this.#folder = mkdtempSync(join(root, `.types/${name}-`));
    cpSync(join(root, this.#package, 'src'), join(this.#folder, 'src'), { recursive: true });
    const { exports } = JSON.parse(readFileSync(join(root, this.#package, 'package.json'), 'utf8')) as {
      exports: Record<string, string>;
    };
    const paths = Object.fromEntries(
      Object.entries(exports).map(([path, file]) => [path.replace('.', `@lacre/${name}`), [file]]),
    );
    writeFileSync(
      join(this.#folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: { paths, noEmit: true, incremental: false },
        include: [...include.map((path) => `../../${path}`), './src/**/*.ts'],
        exclude: ['../../**/*.test.ts', '../../**/testing', '**/*.test.ts'],
      }),
    );
  }

  /** Replaces a text that must be there, everywhere in a file of the package's source. */
  replace(file: string, text: string, by: string): void {
    const path = join(this.#folder, 'src', file);
    const before = readFileSync(path, 'utf8');
    expect(before, file).toContain(text);
    writeFileSync(path, before.replaceAll(text, by));
  }

  /** What the compiler says; files by their paths from the root, those of the copy by where they were copied from. */
  compile(): CompileError[] {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', this.#folder, '--pretty', 'false'],
      { cwd: root, encoding: 'utf8' },
    );
    const errors = stdout.split(/\n(?=\S)/).filter((block) => /error TS\d+/.test(block));
    expect(status === 0).toBe(errors.length === 0);
    const copied = relative(root, this.#folder);
    return errors.map((text) => ({
      file: (/^[^(]+/.exec(text)?.[0] ?? '').replace(copied, this.#package),
      text,
    }));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
