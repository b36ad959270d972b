import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { publishByLink, removeAbandoned } from './reachable-home.ts';

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'lacre-home-'));
  folder = mkdtempSync(path.join(tmpdir(), 'lacre-asked-'));
});

afterEach(() => {
  rmSync(home, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Publishes data for `<folder>/cluster` and returns where it went. */
function publish(): string {
  const staged = path.join(home, 'staged');
  mkdirSync(staged);
  writeFileSync(path.join(staged, 'PG_VERSION'), '18\n');
  publishByLink(staged, path.join(folder, 'cluster'), home);
  return realpathSync(path.join(folder, 'cluster'));
}

test('the link leads to the data, and stays when another publication fails', () => {
  const target = publish();
  expect(readFileSync(path.join(folder, 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n');
  expect(publish).toThrow(/EEXIST/);
  expect(realpathSync(path.join(folder, 'cluster'))).toBe(target);
});

test('data of a temporary folder goes when the folder is gone, and not before', () => {
  const target = publish();
  removeAbandoned(home);
  expect(existsSync(target)).toBe(true);
  rmSync(folder, { recursive: true });
  removeAbandoned(home);
  expect(existsSync(target)).toBe(false);
});

test('data of any other folder stays when the folder is not where it was', () => {
  const target = publish();
  writeFileSync(`${target}.origin`, '/srv/lacre/postgres/18/cluster');
  renameSync(folder, `${folder}-moved`);
  removeAbandoned(home);
  expect(existsSync(target)).toBe(true);
  rmSync(`${folder}-moved`, { recursive: true });
});
