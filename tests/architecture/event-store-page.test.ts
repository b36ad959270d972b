import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { errors } from '@lacre/contracts';
import { SUPPORTED_RELEASES } from '@lacre/event-store/kurrentdb';
import { USAGE } from '@lacre/local/usage';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const page = read('docs/event-store.md');
const code = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

it('every file that the page names exists', () => {
  const files = code.filter((text) =>
    /^(?:packages|tests|infra|services|docs|scripts)\/[\w./-]+$/.test(text),
  );
  const linked = [...page.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => `docs/${path}`);
  expect(files.length).toBeGreaterThan(10);
  expect([...files, ...linked].filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

it('every command that the page names exists, with its options', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  const asked = code.flatMap((text) => /^(?:npx )?lacre ((?:log )?[a-z]+)/.exec(text)?.[1] ?? []);
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter((name) => !USAGE.includes(`lacre ${name}`))).toEqual([]);
  const run = code.flatMap((text) => /^npm run ([\w:-]+)/.exec(text)?.[1] ?? []);
  expect(run.filter((name) => !scripts.includes(name))).toEqual([]);
  const ours = [
    '--admin-url',
    '--user',
    '--apply',
    '--password-file',
    '--shared',
    '--new-password',
    '--to',
    '--from',
  ];
  for (const option of ours) {
    expect(page).toContain(option);
    expect(USAGE).toContain(option);
  }
});

it('every setting and error code that the page names exists', () => {
  const known = [read('docs/operating/settings.md'), read('tests/real-servers/run.ts')].join('\n');
  const settings = code.flatMap((text) => /^([A-Z]+(?:_[A-Z]+)+)(?:=|$)/.exec(text)?.[1] ?? []);
  const codes = settings.filter((name) => name in errors);
  expect(codes).toEqual(['POSITION_OF_ANOTHER_EPOCH']);
  expect(settings.filter((name) => !(name in errors) && !known.includes(name))).toEqual([]);
});

it('the page names the releases that the start takes', () => {
  expect(page).toContain(`**${SUPPORTED_RELEASES.from} to ${SUPPORTED_RELEASES.lastMajor}.x**`);
});

it('the page is linked from the README', () => {
  expect(read('README.md')).toContain('](docs/event-store.md)');
});
