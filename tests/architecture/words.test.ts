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

/** Paraphrases in prose of what has a term: the role of a person, the kind of a message. */
const PARAPHRASES: readonly (readonly [word: RegExp, say: string])[] = [
  [/\b(?:whoever|whomever)\b/i, 'the role: caller, requester, signer, operator'],
  [/\b(?:somebody|anybody|nobody|everybody)\b/i, 'the role, or no one by name'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'gets, is notified, is shown'],
  [/\btold apart\b|\btell(?:s|ing)? (?:\S+ ){0,6}apart\b/i, 'distinguished, distinguishes'],
  [/\b(?:to|for|by|from|than) who\b/i, 'the role'],
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

/** Prose for developers: all of it but what the product says to people, whose English may say "somebody". */
const isProduct = (path: string): boolean =>
  /^(?:packages|services|infra)\/[^/]+\/src\/|^web\/src\//.test(path) &&
  !/\.(?:test|check|bench)\.tsx?$|\/testing\//.test(path);

const COMMENT = /^\s*(?:\/?\*|\{\/\*|\/\/)(.*)|\s\/\/ (.*)/;
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '');

/** The comments of a file, without the names of code in them; lines that follow each other are one comment. */
const commentsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => COMMENT.exec(line)?.slice(1).join('').trim() ?? '\n')
    .join(' ')
    .split('\n')
    .map(withoutCode);

/** Titles, names of a table's rows and texts of errors: strings of several words. One word is a name of code. */
const titlesIn = (text: string, which = /^/): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(COMMENT, ''))
    .filter((line) => which.test(line))
    .flatMap((line) => line.match(STRING) ?? [])
    .filter((string) => string.includes(' '));

/** The paragraphs of a page, without its code. */
const paragraphsIn = (text: string): string[] =>
  text
    .replaceAll(/^\s*```[^]*?^\s*```/gm, '')
    .split(/\n\s*\n/)
    .map((paragraph) => withoutCode(paragraph.replaceAll(/\n\s*/g, ' ')));

function proseIn(path: string, text: string): string[] {
  if (path.endsWith('.md')) return paragraphsIn(text);
  return [...commentsIn(text), ...titlesIn(text, isProduct(path) ? /\bnew [A-Z]\w*\(/ : undefined)];
}

const found = (text: string): string[] =>
  PRIVATE_WORDS.filter(([word]) => word.test(text)).map(([word, say]) => `${word.source}: say ${say}`);

const paraphrases = (path: string, text: string): string[] =>
  proseIn(path, text).flatMap((prose) =>
    PARAPHRASES.flatMap(([word, say]) => {
      const at = word.exec(prose)?.index;
      return at === undefined ? [] : `${prose.slice(Math.max(0, at - 30), at + 40).trim()}: say ${say}`;
    }),
  );

it('says standard terms', () => {
  expect(files.length).toBeGreaterThan(1000);
  const said = files.flatMap((path) =>
    found(`${path}\n${readFileSync(join(root, path), 'utf8')}`).map((line) => `${path}: ${line}`),
  );
  expect(said).toEqual([]);
});

it('finds a private word', () => {
  expect(found('class Turns {}')).toEqual([expect.stringContaining('Semaphore')]);
});

it('comments, titles, texts of errors and pages name roles', () => {
  const said = files.flatMap((path) =>
    paraphrases(path, readFileSync(join(root, path), 'utf8')).map((line) => `${path}: ${line}`),
  );
  expect(said).toEqual([]);
});

const [PRODUCT, TEST] = ['packages/a/src/a.ts', 'packages/a/src/a.test.ts'];

it('finds a paraphrase in a comment, and in one of two lines', () => {
  expect(paraphrases(PRODUCT, '/** For whoever asked. */\nconst nobody = 1; // is told\n')).toHaveLength(2);
  expect(paraphrases(TEST, '  /** They are\n   * told. */\n')).toHaveLength(1);
  expect(paraphrases(PRODUCT, "const somebody = 'nobody'; /* … */\n// The account `nobody`.\n")).toEqual([]);
});

it('finds a paraphrase in a title, in the name of a row and in the text of an error', () => {
  expect(paraphrases(TEST, "it('lets nobody in', () => {});\n  ['an id of somebody', 404],\n")).toHaveLength(
    2,
  );
  expect(paraphrases(PRODUCT, 'throw new NotFound(`${id} is of nobody`);\n')).toHaveLength(1);
  expect(paraphrases(PRODUCT, "const text = 'Ask whoever sent it.';\n")).toEqual([]);
  expect(paraphrases(TEST, "it('says nothing to who asks', () => {});\n")).toHaveLength(1);
  expect(paraphrases(TEST, "const credentials = 'nobody';\n")).toEqual([]);
});

it('finds a paraphrase in a page, outside its code', () => {
  expect(paraphrases('docs/a.md', 'It is for\nwhoever asks, who is\ntold.\n')).toHaveLength(2);
  expect(paraphrases('docs/a.md', 'The account `nobody`.\n\n```sh\nsudo -u nobody true\n```\n')).toEqual([]);
});
