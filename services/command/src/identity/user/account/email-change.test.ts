import { streams, type AnswerOf } from '@lacre/contracts';
import { issueProof } from '@lacre/proofs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness } from '../../../testing/harness.ts';
import { Visitor } from '../../../testing/visitor.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

/** What is mailed to confirm or to take back the newest change of a user. */
async function linkOf(purpose: 'email-change' | 'email-undo', tenantId: string, userId: string) {
  const events = await harness.stream(streams.user(userId));
  const asked = events.findLast(({ type }) => type === 'UserEmailChangeRequested');
  if (asked === undefined) throw new Error('no change was asked for');
  const { changeId } = asked.data as { changeId: string };
  const { proofSecret: secret } = harness.service.dependencies;
  const how = { secret, now: harness.service.now(), expiresInSeconds: 3600 };
  return issueProof(purpose, { tenantId, userId, changeId }, how);
}

it('leaves nothing to who took an account and comes in once more while the change is taken back', async () => {
  const { tenantId, userId, registration } = await harness.tenant();
  const { email: former, password } = registration.administrator;
  const thief = new Visitor(harness);
  await thief.signIn({ email: former, password });
  const email = `ladrao-${userId}@exemplo.com.br`;
  await thief.send('POST', '/account/email', { email });
  const link = await linkOf('email-change', tenantId, userId);
  expect((await thief.send('POST', '/account/email/confirm', { link })).status).toBe(204);

  const { links, sessions } = harness.service;
  const signInLink = await links.issue('sign-in', userId, email);
  const revoke = sessions.revoke.bind(sessions);
  const again = new Visitor(harness);
  let token = '';
  sessions.revoke = async (...which) => {
    sessions.revoke = revoke;
    const ended = await revoke(...which);
    await again.enter('/session/link/open', { link: signInLink });
    const body = { description: 'Porta', scopes: ['registers'] };
    ({ token } = (await again.send<AnswerOf<'createToken'>>('POST', '/token', body)).body);
    expect(token).toMatch(/^lacre_/);
    return ended;
  };
  const undo = { link: await linkOf('email-undo', tenantId, userId) };
  const undone = await new Visitor(harness).send<AnswerOf<'undoEmailChange'>>(
    'POST',
    '/session/email/undo',
    undo,
  );
  expect(undone.status).toBe(200);
  expect((await again.send('GET', '/account')).body).toMatchObject({ code: 'AUTH_TOKEN_REVOKED' });
  const byToken = await harness.send('POST', '/tenant/tags', { name: 'Porta' }, { token });
  expect(byToken.status).toBe(401);
});
