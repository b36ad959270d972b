import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** Paraphrases in comments of what has a term: the role of a person, the kind of a message. */
const PARAPHRASES: readonly (readonly [word: RegExp, say: string])[] = [
  [/\b(?:whoever|whomever)\b/i, 'the role: caller, requester, signer, operator'],
  [/\b(?:somebody|anybody|nobody|everybody)\b/i, 'the role, or no one by name'],
  [/\b(?:is|are|was|were|be) told\b/i, 'gets, is notified, is shown'],
  [/\btold apart\b/i, 'distinguished'],
  [/\bc[ao]me to be\b/i, 'was created'],
];

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) => path !== '' && existsSync(join(root, path)) && path !== 'tests/architecture/words.test.ts',
  );

const isProduct = (path: string): boolean =>
  /^(?:packages|services|infra)\/[^/]+\/src\/|^web\/src\//.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path);

/** The comments of a file, a line each, without the names of code in them. */
const commentsIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => /^\s*(?:\/?\*|\{\/\*|\/\/)(.*)|\s\/\/ (.*)/.exec(line)?.slice(1).join('') ?? [])
    .map((line) => line.replaceAll(/`[^`]*`/g, ''));

const matching = (rules: typeof PRIVATE_WORDS, text: string): string[] =>
  rules.filter(([word]) => word.test(text)).map(([word, say]) => `${word.source}: say ${say}`);

const found = (text: string): string[] => matching(PRIVATE_WORDS, text);
const paraphrases = (text: string): string[] =>
  commentsIn(text).flatMap((line) => matching(PARAPHRASES, line).map((rule) => `${line.trim()} (${rule})`));

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

it('comments of the product name roles', () => {
  const product = files.filter(isProduct);
  expect(product.length).toBeGreaterThan(500);
  const said = product.flatMap((path) =>
    paraphrases(readFileSync(join(root, path), 'utf8')).map((line) => `${path}: ${line}`),
  );
  expect(said).toEqual([]);
});

it('finds a paraphrase in a comment alone', () => {
  expect(paraphrases('/** For whoever asked. */\nconst nobody = 1; // is told\n')).toHaveLength(2);
  expect(paraphrases("const somebody = 'nobody'; /* … */\n// The account `nobody`.\n")).toEqual([]);
});
