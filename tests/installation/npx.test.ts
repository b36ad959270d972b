import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('finds `npx lacre` after an install, as the README writes it', () => {
  const { status, stderr, stdout } = spawnSync('npx', ['--no', 'lacre', 'nada'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toContain('lacre fsck');
  expect(status).toBe(2);
});
