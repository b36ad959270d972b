import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const A_FILE = fileURLToPath(import.meta.url);

it.each([
  [['--data', A_FILE], 1, `O Lacre não pôde iniciar: DATA_DIR: não é uma pasta: ${A_FILE}.`],
  [['--pasta', 'x'], 2, 'não há a opção --pasta'],
])('ends a start by %j in one line', (argv, status, words) => {
  const ended = spawnSync(process.execPath, [MAIN, ...argv], { encoding: 'utf8' });
  expect([ended.stderr.trim(), ended.stdout, ended.status]).toEqual([words, '', status]);
});
