import { expect, it } from 'vitest';

import { ProcessWalk } from '../../testing/process-walk.ts';
import { seededRandom } from '../../testing/seeded-random.ts';

const WALKS = 300;
const seed = Number(process.env['WALK_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

it(`keeps every invariant on ${WALKS} random walks (WALK_SEED=${seed})`, () => {
  const random = seededRandom(seed);
  const seen = new Set<string>();
  for (let walk = 0; walk < WALKS; walk++) for (const type of new ProcessWalk(random).run()) seen.add(type);
  // A walk that never gets anywhere would prove nothing.
  const all = [
    'DocumentSealed',
    'DocumentRejected',
    'DocumentCanceled',
    'ProcessFinished',
    'ProcessRejected',
  ];
  expect([...seen]).toEqual(
    expect.arrayContaining([...all, 'ProcessCanceled', 'CreditsConsumed', 'CreditsRefunded']),
  );
});
