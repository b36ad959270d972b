import { randomUUID } from 'node:crypto';

import { rateLimits, streams, type AnswerOf } from '@lacre/contracts';
import { issueProof } from '@lacre/proofs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { tenant } from '../tenant/decide-tenant.ts';
import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';
import { user } from '../user/decide-user.ts';
import { webhook } from '../webhook/decide-webhook.ts';

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
  const { proofSecret: secret } = harness.service;
  const how = { secret, now: harness.service.now(), expiresInSeconds: 3600 };
  return issueProof(purpose, { tenantId, userId, changeId }, how);
}

it('leaves no access to a thief who signs in again while the change is undone', async () => {
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

/** An attacker who took an administrator's account and moved it to an address of their own. */
async function theft() {
  const { tenantId, userId, registration } = await harness.tenant();
  const thief = new Visitor(harness);
  await thief.signIn(registration.administrator);
  await thief.send('POST', '/account/email', { email: `ladrao-${userId}@exemplo.com.br` });
  await thief.send('POST', '/account/email/confirm', {
    link: await linkOf('email-change', tenantId, userId),
  });
  const undo = async () => {
    const link = await linkOf('email-undo', tenantId, userId);
    const visitor = new Visitor(harness);
    const undone = await visitor.send<AnswerOf<'undoEmailChange'>>('POST', '/session/email/undo', { link });
    return { ...undone, visitor };
  };
  /** A user who is invited and accepts. */
  const invite = async (by: { token: string | undefined }, role = 'manager') => {
    const email = `comparsa-${randomUUID()}@exemplo.com.br`;
    const asked = { user: { name: 'Comparsa Silva', email, role } };
    const made = await harness.send<{ uid: string }>('POST', '/user', asked, by);
    expect(made.status).toBe(201);
    const { uid } = made.body;
    const event = (await harness.stream(streams.user(uid))).findLast(({ type }) => type === 'UserInvited');
    if (event === undefined) throw new Error('no user was invited');
    const { invitationId } = event.data as { invitationId: string };
    const { proofSecret: secret } = harness.service;
    const how = { secret, now: harness.service.now(), expiresInSeconds: 3600 };
    const invitation = await issueProof('invitation', { tenantId, userId: uid, invitationId }, how);
    const password = 'a senha do comparsa';
    await harness.send('POST', '/session/invitation', { invitation, password });
    const visitor = new Visitor(harness);
    expect((await visitor.signIn({ email, password })).status).toBe(200);
    return { uid, visitor };
  };
  const promote = (by: Visitor, uid: string) => by.send('POST', `/user/${uid}/administrator`);
  return { tenantId, userId, registration, thief, undo, invite, promote };
}
const url = 'https://exemplo.com.br/escuta';
const stateOf = async (userId: string) => harness.service.handler.load(user, userId);

it('an undo ends the users that the thief let in and what they made, through all of them', async () => {
  const { tenantId, userId, thief, undo, invite, promote } = await theft();
  const hook = await thief.send<{ webhookId: string }>('POST', '/webhook', { url });
  const accomplice = await invite({ token: thief.token });
  expect((await promote(thief, accomplice.uid)).status).toBe(200);
  const second = await invite({ token: accomplice.visitor.token }, 'common');
  expect((await promote(accomplice.visitor, second.uid)).status).toBe(200);
  const theirHook = await second.visitor.send<{ webhookId: string }>('POST', '/webhook', { url });
  const theirToken = await second.visitor.send<AnswerOf<'createToken'>>('POST', '/token', {
    description: 'Porta',
    scopes: ['read'],
  });
  // They let the owner go, and shut them out.
  expect((await second.visitor.send('DELETE', `/user/${userId}/administrator`)).status).toBe(200);
  const shut = await second.visitor.send('PATCH', `/user/${userId}`, { user: { active: false } });
  expect(shut.status).toBe(200);
  expect((await second.visitor.send('DELETE', `/user/${userId}`)).body).toMatchObject({
    code: 'AUTH_USER_DATA_VALIDATION',
    detail: expect.stringContaining('ainda pode ser desfeita') as string,
  });

  expect((await undo()).status).toBe(200);
  expect(await stateOf(userId)).toMatchObject({ status: 'active', role: 'administrator' });
  expect(await stateOf(accomplice.uid)).toMatchObject({ status: 'inactive', role: 'manager' });
  expect(await stateOf(second.uid)).toMatchObject({ status: 'inactive', role: 'common' });
  for (const { body } of [hook, theirHook])
    expect(await harness.service.handler.load(webhook, body.webhookId)).toMatchObject({ status: 'paused' });
  for (const { visitor } of [accomplice, second])
    expect((await visitor.send('GET', '/account')).body.code).toBe('AUTH_USER_INACTIVE');
  expect(await harness.types(streams.token(theirToken.body.tokenId))).toContain('ApiTokenRevoked');
  const account = await harness.service.handler.load(tenant, tenantId);
  expect(account).toMatchObject({ administrators: { offer: undefined } });
  expect(account.status === 'registered' && [...account.administrators.grants.keys()]).toEqual([userId]);
  const told = (await harness.stream(streams.user(userId))).at(-1);
  expect(told).toMatchObject({
    type: 'UserAccessTakenBack',
    data: {
      administratorIds: expect.arrayContaining([accomplice.uid, second.uid]) as string[],
      memberIds: [],
      webhookIds: expect.arrayContaining([hook.body.webhookId, theirHook.body.webhookId]) as string[],
      tokenIds: [theirToken.body.tokenId],
    },
  });
});

it('an undo keeps what other users gave, and restores roles', async () => {
  const { tenantId, userId, registration, thief, undo, invite, promote } = await theft();
  const eva = await invite({ token: thief.token }, 'common');
  const bia = await harness.member(tenantId, 'common', { name: 'Bia' });
  const leo = await harness.member(tenantId, 'manager');
  const theirs = await harness.send<{ webhookId: string }>('POST', '/webhook', { url }, leo);
  expect(theirs.status).toBe(201);
  const raise = { user: { role: 'manager' } };
  expect((await thief.send('PATCH', `/user/${bia.userId}`, raise)).status).toBe(200);
  const offered = await thief.send('POST', '/administration/offer', { uid: eva.uid });
  expect(offered.status).toBe(201);
  await undo();
  expect(await stateOf(bia.userId)).toMatchObject({ status: 'active', role: 'common' });
  expect(await stateOf(leo.userId)).toMatchObject({ status: 'active', role: 'manager' });
  const hook = await harness.service.handler.load(webhook, theirs.body.webhookId);
  expect(hook).toMatchObject({ status: 'active' });
  const account = await harness.service.handler.load(tenant, tenantId);
  expect(account).toMatchObject({ administrators: { offer: undefined } });
  expect(await promote(thief, leo.userId)).toMatchObject({ status: 401 });
  expect(await stateOf(userId)).toMatchObject({ profile: { email: registration.administrator.email } });
  expect((await harness.stream(streams.user(userId))).at(-1)?.data).toMatchObject({
    memberIds: expect.arrayContaining([bia.userId, eva.uid]) as string[],
  });
});

it('takes the administration back from the user to whom the thief handed it', async () => {
  const { userId, thief, undo, invite } = await theft();
  const accomplice = await invite({ token: thief.token }, 'common');
  const offer = { uid: accomplice.uid };
  const { body } = await thief.send<{ offerId: string }>('POST', '/administration/offer', offer);
  const accepted = await accomplice.visitor.send('POST', `/administration/offer/${body.offerId}/accept`);
  expect(accepted.status).toBe(200);
  expect(await stateOf(userId)).toMatchObject({ role: 'manager' });
  expect((await thief.send('DELETE', '/account')).body.code).toBe('AUTH_USER_DATA_VALIDATION');
  expect((await undo()).status).toBe(200);
  expect(await stateOf(userId)).toMatchObject({ role: 'administrator' });
  expect(await stateOf(accomplice.uid)).toMatchObject({ status: 'inactive', role: 'common' });
});

/** Asks for so many addresses of strangers. */
async function relay(visitor: Visitor, times: number) {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    const email = `estranho-${randomUUID()}@exemplo.com.br`;
    statuses.push((await visitor.send('POST', '/account/email', { email })).status);
  }
  return statuses;
}
const mailsToStrangers = () => harness.mails.filter(({ to }) => to.address.startsWith('estranho-')).length;

it.each([
  ['a user', true, rateLimits.emailChangePerUser.tries],
  ['who registered and confirmed nothing', false, rateLimits.emailCorrectionPerUser.tries],
] as const)('mails few strangers for %s', async (_who, proven, tries) => {
  const { registration } = await harness.tenant({ proven });
  const visitor = new Visitor(harness, proven ? '198.51.100.1' : '198.51.100.2');
  await visitor.signIn(registration.administrator);
  const before = mailsToStrangers();
  const statuses = await relay(visitor, tries + 3);
  expect(statuses).toEqual([...Array<number>(tries).fill(202), 429, 429, 429]);
  expect(mailsToStrangers() - before).toBe(tries);
});

it('mails few strangers for all users of a tenant, and from one address', async () => {
  const limits = {
    emailChangePerTenant: { tries: 4, windowSeconds: 900 },
    emailChangePerAddress: { tries: 6, windowSeconds: 900 },
  };
  const other = await Harness.start({ limits });
  try {
    const account = await other.tenant();
    const [elsewhere, from] = [await other.tenant(), '198.51.100.3'];
    const member = await other.member(account.tenantId, 'manager');
    const ask = async ({ token }: { token: string }) => {
      const email = `estranho-${randomUUID()}@exemplo.com.br`;
      return (await other.send('POST', '/account/email', { email }, { token, from })).status;
    };
    const asked = [];
    for (const caller of [account, account, member, member, member]) asked.push(await ask(caller));
    expect(asked).toEqual([202, 202, 202, 202, 429]);
    expect([await ask(elsewhere), await ask(elsewhere), await ask(elsewhere)]).toEqual([202, 202, 429]);
  } finally {
    await other.stop();
  }
});
