import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { SETTING_GROUPS, SETTINGS } from './index.ts';
import { settingsPage } from './settings-page.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/operating/settings.md', import.meta.url));

it('docs/operating/settings.md is what `npm run docs:settings` writes', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(settingsPage());
});

it('every setting stands in one group, with a description and a reader', () => {
  expect(SETTINGS.size).toBe(SETTING_GROUPS.flatMap(([, group]) => Object.keys(group)).length);
  for (const [name, { description, readBy, neededBy = [] }] of SETTINGS) {
    expect([name, description]).toEqual([name, expect.stringMatching(/^\S.+\.$/)]);
    expect([name, readBy.length > 0, neededBy.every((service) => readBy.includes(service))]).toEqual([
      name,
      true,
      true,
    ]);
  }
});
