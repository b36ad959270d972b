import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Words of our own for what has a standard name, and the name: STYLE, habit 14. A word found again gains a line. */
const PRIVATE_WORDS: readonly (readonly [word: RegExp, say: string])[] = [
  [/\bOutrun\b/, 'SealStepConflict'],
  [/\bInTurn\b/, 'KeyedMutex'],
  [/\binTurn\b/, 'applyEach'],
  [/\bclass Turns\b|\bnew Turns\(/, 'Semaphore of async-mutex'],
  [/\bOneAtATime\b/, 'BoundedQueue'],
  [/\boneAtATime\b/, 'withAdvisoryLock'],
  [/\bGatheredTurns\b/, 'GroupCommit'],
  [/\bgathered: true\b/, 'batched: true'],
  [/\btoldApart\b|\bnamesApart\b/, 'withUniqueNames, uniqueNames'],
  [/\b(?:User|Person|Token)Standing\b/, 'UserState, PersonState, TokenState'],
  [/\bsigner: Signer\b/, 'SignerContext, SealKey or a participant'],
  [/\bweighsTooMuch\b/, 'exceedsDecompressionLimits'],
  [/\bdrawsTooMuch\b/, 'exceedsDrawingLimits'],
];

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && path !== 'tests/architecture/words.test.ts');

const found = (text: string): string[] =>
  PRIVATE_WORDS.filter(([word]) => word.test(text)).map(([word, say]) => `${word.source}: say ${say}`);

it('says standard terms', () => {
  expect(files.length).toBeGreaterThan(1000);
  const said = files.flatMap((path) =>
    found(`${path}\n${readFileSync(join(root, path), 'utf8')}`).map((line) => `${path}: ${line}`),
  );
  expect(said).toEqual([]);
});

it('finds the others', () => {
  expect(found('class Turns {}')).toEqual([expect.stringContaining('Semaphore')]);
});
