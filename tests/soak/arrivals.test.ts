import { expect, it } from 'vitest';

import { judgeRepetitions } from './arrivals.ts';

const KILLED = { what: 'projector', fromMs: 20_000, toMs: 23_000 };
const at = (...moments: number[]) => moments.map((atMs) => ({ id: 'a', atMs }));

it('counts nothing where each came once', () => {
  expect(
    judgeRepetitions(
      [
        { id: 'a', atMs: 1 },
        { id: 'b', atMs: 1 },
      ],
      [KILLED],
    ),
  ).toEqual({ explained: 0, unexplained: [] });
});

it('finds what came twice while nothing was away', () => {
  expect(judgeRepetitions(at(1000, 2000), [KILLED])).toEqual({
    explained: 0,
    unexplained: ['a, at 1000 and 2000 ms'],
  });
});

it('finds what came twice after an outage, and what was long sent before it', () => {
  expect(judgeRepetitions(at(24_000, 25_000), [KILLED]).unexplained).toEqual(['a, at 24000 and 25000 ms']);
  expect(judgeRepetitions(at(1000, 24_000), [KILLED]).unexplained).toEqual(['a, at 1000 and 24000 ms']);
});

it('accounts once for requests under way when their sender was killed', () => {
  expect(judgeRepetitions(at(19_900, 24_000), [KILLED])).toEqual({ explained: 1, unexplained: [] });
  expect(judgeRepetitions(at(19_900, 24_000, 25_000), [KILLED])).toEqual({
    explained: 1,
    unexplained: ['a, at 24000 and 25000 ms'],
  });
});
