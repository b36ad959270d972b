import { expect, it, vi } from 'vitest';

import { NotReady, Readiness, type Check } from './readiness.ts';

const good: Check = { name: 'good', run: async () => undefined };

it('is ready when every check holds, and passes on their details', async () => {
  const telling: Check = { name: 'telling', run: async () => 'vence em 3 dias' };
  expect(await new Readiness([good, telling]).look()).toEqual({
    ready: true,
    checks: [
      { name: 'good', ok: true },
      { name: 'telling', ok: true, detail: 'vence em 3 dias' },
    ],
  });
});

it('says which check failed, and of an error nothing that it may hold', async () => {
  const refusing: Check = {
    name: 'refusing',
    run: async () => {
      throw new NotReady('venceu');
    },
  };
  const broken: Check = {
    name: 'broken',
    run: async () => {
      throw new Error('postgres://lacre:SEGREDO@127.0.0.1/lacre');
    },
  };
  expect(await new Readiness([good, refusing, broken]).look()).toEqual({
    ready: false,
    checks: [
      { name: 'good', ok: true },
      { name: 'refusing', ok: false, detail: 'venceu' },
      { name: 'broken', ok: false, detail: 'indisponível' },
    ],
  });
});

it('stays ready without an optional part, and names it', async () => {
  const away: Check = {
    name: 'away',
    isRequired: false,
    run: async () => {
      throw new Error('no connection');
    },
  };
  expect(await new Readiness([good, away]).look()).toEqual({
    ready: true,
    checks: [
      { name: 'good', ok: true },
      { name: 'away', ok: false, detail: 'indisponível' },
    ],
  });
});

it('waits for no check longer than it may take', async () => {
  const endless: Check = { name: 'endless', run: () => new Promise(() => {}) };
  expect(await new Readiness([good, endless], 20).look()).toEqual({
    ready: false,
    checks: [
      { name: 'good', ok: true },
      { name: 'endless', ok: false, detail: 'sem resposta a tempo' },
    ],
  });
});

it('checks once for all callers within a second', async () => {
  const run = vi.fn<() => Promise<undefined>>(async () => undefined);
  const readiness = new Readiness([{ name: 'counted', run }]);
  await Promise.all(Array.from({ length: 20 }, () => readiness.look()));
  expect(run).toHaveBeenCalledTimes(1);
});

it('is not ready any more once the process ends', async () => {
  const readiness = new Readiness([good]);
  expect((await readiness.look()).ready).toBe(true);
  readiness.end();
  expect(await readiness.look()).toEqual({
    ready: false,
    checks: [{ name: 'process', ok: false, detail: 'encerrando' }],
  });
});
