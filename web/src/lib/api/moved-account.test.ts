import { expect, it, vi } from 'vitest';

import { answerOrFollow } from './moved-account.ts';

const page = 'https://assina1.example/document?process=1&person=2#code=abc';
const at = () => Object.assign(new URL(page), { replace: vi.fn<(url: string) => void>() });
const gone = (body: object | string) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: 410 });

it('opens the same page at the new address, with search and fragment, and never resolves', async () => {
  const here = at();
  const answered = vi.fn<() => void>();
  const problem = { code: 'TENANT_MOVED', address: 'https://assina2.example' };
  void answerOrFollow(gone(problem), here as never).then(answered);
  await vi.waitFor(() =>
    expect(here.replace).toHaveBeenCalledWith('https://assina2.example/document?process=1&person=2#code=abc'),
  );
  expect(answered).not.toHaveBeenCalled();
});

it.each([
  { code: 'LINK_INVALID', address: 'https://assina2.example' },
  { code: 'TENANT_MOVED' },
  { code: 'TENANT_MOVED', address: 'https://assina1.example' },
  'not JSON',
])('stays for any other answer, which can still be read: %j', async (body) => {
  const here = at();
  const answer = await answerOrFollow(gone(body), here as never);
  expect(await answer.text()).toBe(typeof body === 'string' ? body : JSON.stringify(body));
  expect(here.replace).not.toHaveBeenCalled();
});
