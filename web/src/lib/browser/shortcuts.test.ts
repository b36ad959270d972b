import { expect, test } from 'vitest';

import { ShortcutReader } from './shortcuts.ts';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
const free = { typing: false, singleKeys: true };

test('Ctrl+K opens the commands even while typing', () => {
  const reader = new ShortcutReader();
  expect(reader.read(press('k', { ctrlKey: true }), 0, { typing: true, singleKeys: false })).toEqual({
    kind: 'commands',
  });
  expect(reader.read(press('K', { metaKey: true }), 0, free)).toEqual({ kind: 'commands' });
});

test('g and a letter lead somewhere', () => {
  const reader = new ShortcutReader();
  expect(reader.read(press('g'), 0, free)).toBeUndefined();
  expect(reader.read(press('p'), 800, free)).toEqual({ kind: 'go', key: 'p' });
  // Used up: the letter alone is nothing.
  expect(reader.read(press('p'), 900, free)).toBeUndefined();
});

test('a letter long after g is a letter', () => {
  const reader = new ShortcutReader();
  reader.read(press('g'), 0, free);
  expect(reader.read(press('n'), 5000, free)).toEqual({ kind: 'new-process' });
});

test.each(['?', '/', 'n', 'g'])('%s does nothing while typing, nor when single keys are off', (key) => {
  for (const how of [
    { typing: true, singleKeys: true },
    { typing: false, singleKeys: false },
  ]) {
    const reader = new ShortcutReader();
    expect(reader.read(press(key), 0, how)).toBeUndefined();
    expect(reader.read(press('p'), 1, how)).toBeUndefined();
  }
});

test('keys held with others are the browser’s', () => {
  expect(new ShortcutReader().read(press('n', { ctrlKey: true }), 0, free)).toBeUndefined();
  expect(new ShortcutReader().read(press('/', { altKey: true }), 0, free)).toBeUndefined();
});
