import { expect, test, vi } from 'vitest';

import { asProblem } from '@/lib/api/problem.ts';

const opened = (token: string, name: string) => ({
  token,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  person: { personId: '0198c5a0-0000-7000-8000-000000000001', name, cpf: '***.456.789-**' },
});

test('a late refusal of a former session does not end the next one', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void answers.push(resolve)));
  const refusal = () =>
    new Response(JSON.stringify({ code: 'AUTH_TOKEN_VALIDATION_ERROR' }), { status: 401 });
  const { personApi, personSession } = await import('./person-session.ts');

  personSession.open(opened('of-ana', 'Ana') as Parameters<typeof personSession.open>[0]);
  const late = personApi.call('listSignatures').catch(asProblem);
  await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000);
  personSession.open(opened('of-rui', 'Rui') as Parameters<typeof personSession.open>[0]);
  answers[0]?.(refusal());
  expect(await late).toMatchObject({ status: 401 });
  expect(personSession.get()?.token).toBe('of-rui');

  const own = personApi.call('listSignatures').catch(asProblem);
  await vi.waitFor(() => expect(answers).toHaveLength(2), 10_000);
  answers[1]?.(refusal());
  expect(await own).toMatchObject({ status: 401 });
  expect(personSession.get()).toBeUndefined();
});
