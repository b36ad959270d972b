import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, expect, it, onTestFinished } from 'vitest';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const SOURCE = here('../../contracts/src/index.ts');
const HOOKED = ['--import', here('hook.mjs')];
const LOADED_COMPILER = `process.moduleLoadList.some((name) => name.includes('amaro'))`;

function node(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    // The cache of compiled code would spare the compiler as well.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_OPTIONS: undefined },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

const program = (source: string, code: string): string[] => [
  '--input-type=module',
  '--eval',
  `const module = await import(${JSON.stringify(source)}); console.log(String(${code}));`,
];

function sourceOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lacre-stripped-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'source.ts');
  writeFileSync(path, text);
  return path;
}

const writeAll = (): string => node('--disable-warning=ExperimentalWarning', here('write.mjs'));
beforeAll(() => void writeAll());

it('loads the product’s sources without the compiler, which Node takes otherwise', () => {
  expect(node(...program(SOURCE, LOADED_COMPILER))).toBe('true');
  expect(node(...HOOKED, ...program(SOURCE, LOADED_COMPILER))).toBe('false');
});

it('loads the same module', () => {
  const names = `Object.keys(module).join()`;
  expect(node(...HOOKED, ...program(SOURCE, names))).toBe(node(...program(SOURCE, names)));
});

it('leaves a source that has no stripped form to Node', () => {
  const source = sourceOf('export const twice = (n: number): number => n * 2;');
  expect(node(...HOOKED, ...program(source, 'module.twice(21)'))).toBe('42');
});

it('does not read a form of a former text', () => {
  const text = (n: number) => `export const answer: number = ${n};`;
  const source = sourceOf(text(1));
  expect(node(...HOOKED, ...program(source, 'module.answer'))).toBe('1');
  writeFileSync(source, text(2));
  expect(node(...HOOKED, ...program(source, 'module.answer'))).toBe('2');
});

it('works where the process may write nothing', () => {
  const confined = ['--permission', '--allow-fs-read=*', ...HOOKED];
  expect(node(...confined, ...program(SOURCE, LOADED_COMPILER))).toBe('false');
});

it('names the lines of the source where it fails', () => {
  const thrower = here('../../../infra/local/src/arguments.ts');
  const failing = `(() => { try { module.readArguments(['--unheard'], {}); } catch (error) { return error.stack; } })()`;
  const stack = node(...HOOKED, ...program(thrower, failing));
  expect(stack).toMatch(/arguments\.ts:\d+:\d+/);
  expect(stack).toBe(node(...program(thrower, failing)));
});

it('keeps the forms of today’s sources alone', () => {
  const folder = here('../dist');
  const former = '0'.repeat(64);
  writeFileSync(join(folder, former), '');
  writeAll();
  expect(readdirSync(folder)).not.toContain(former);
});
