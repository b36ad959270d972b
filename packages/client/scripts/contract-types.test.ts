import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { operations } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { contractTypes } from './contract-types.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
  /package\.json$/,
  'bin/tsc',
);

/** The contracts type names of facts as any text; the package lists the names that their schema takes. */
const STRICTER: ReadonlySet<string> = new Set(['createWebhook.body', 'editWebhook.body', 'eventFeed.answer']);

/** Each named type of the package beside that of the contracts: what fits one fits the other. */
function comparison(): string {
  const parts = Object.entries({ body: 'BodyOf', answer: 'AnswerOf' });
  const lines = Object.values(operations).flatMap((operation) =>
    parts
      .filter(([part]) => part in operation && !STRICTER.has(`${operation.name}.${part}`))
      .map(
        ([part, type]) =>
          `  '${operation.name}.${part}': Both<C.${type}<'${operation.name}'>, P.${type}<'${operation.name}'>>;`,
      ),
  );
  return `import type * as C from '@lacre/contracts';
import type * as P from './contracts.ts';
type Both<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : 'wider') : 'narrower';
type All = {
${lines.join('\n')}
};
type Wrong = { [Name in keyof All]: All[Name] extends true ? never : [Name, All[Name]] }[keyof All];
export const noneIsWrong = (wrong: Wrong): never => wrong;
`;
}

it('declares each body and each answer as the contracts do', async () => {
  const folder = await mkdtemp(join(root, 'node_modules', '.client-types-'));
  try {
    await writeFile(join(folder, 'contracts.ts'), contractTypes());
    await writeFile(join(folder, 'comparison.ts'), comparison());
    const extended = join(root, 'tsconfig.base.json');
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: extended, files: ['comparison.ts'] }),
    );
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);
