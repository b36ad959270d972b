import { expect, it, vi } from 'vitest';

import { followMovedAccount, movedAccountOf } from './moved-account.ts';

const at = (href: string) => Object.assign(new URL(href), { replace: vi.fn<(url: string) => void>() });
const page = 'https://assina1.example/document/1/2?lang=en#code=abc';

it('opens the same page at the new address, with what its link said', () => {
  const here = at(page);
  const moved = { code: 'TENANT_MOVED', address: 'https://assina2.example' };
  expect(followMovedAccount(moved, here as never)).toBe(true);
  expect(here.replace).toHaveBeenCalledWith('https://assina2.example/document/1/2?lang=en#code=abc');
});

it('stays for every other answer, and where the address is this one', () => {
  for (const answer of [
    { code: 'LINK_INVALID', address: 'https://assina2.example' },
    { code: 'TENANT_MOVED' },
    { code: 'TENANT_MOVED', address: 'https://assina1.example' },
  ]) {
    const here = at(page);
    expect(followMovedAccount(answer, here as never)).toBe(false);
    expect(here.replace).not.toHaveBeenCalled();
  }
});

it('reads the problem, and leaves the answer to be read again', async () => {
  const problem = { code: 'TENANT_MOVED', address: 'https://assina2.example' };
  const answer = new Response(JSON.stringify(problem), { status: 410 });
  expect(await movedAccountOf(answer)).toEqual(problem);
  expect(await answer.json()).toEqual(problem);
  expect(await movedAccountOf(new Response('gone', { status: 410 }))).toBeUndefined();
  expect(await movedAccountOf(new Response('{}', { status: 404 }))).toBeUndefined();
});
