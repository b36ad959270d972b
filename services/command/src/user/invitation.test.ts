import { streams } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { details, outcome, useUsers } from '../testing/use-users.ts';

const { cast, create, accept, signIn, invitationOf, edit, remove, inviteAgain } = useUsers();

describe('an invitation', () => {
  it('leads once to a password, and then to a session', async () => {
    const { body } = await create(details());
    expect((await signIn(body.email)).body.code).toBe('INVALID_CREDENTIALS');
    const invitation = await invitationOf(body.uid);
    const reply = await accept(invitation);
    expect(reply).toMatchObject({
      status: 200,
      body: { email: body.email, domain: cast.own.registration.tenant.domain },
    });
    const session = await signIn(body.email);
    expect(session.body.user).toMatchObject({
      uid: body.uid,
      role: 'common',
      displayName: 'Bia Lima',
      // The invitation was sent there, and came back.
      emailVerified: true,
    });
    expect(outcome(await accept(invitation, 'outra-senha-boa'))).toEqual([410, 'INVITATION_INVALID']);
    expect((await signIn(body.email)).status).toBe(200);
  });

  it('holds the first password to the rules of any, and allows another try', async () => {
    const { body } = await create(details());
    const invitation = await invitationOf(body.uid);
    for (const weak of ['12345678', body.email])
      expect(outcome(await accept(invitation, weak))).toEqual([422, 'AUTH_PASSWORD_VALIDATION']);
    expect((await accept(invitation)).status).toBe(200);
  });

  it('is taken once however often it is sent at once', async () => {
    const { body } = await create(details());
    const invitation = await invitationOf(body.uid);
    const replies = await Promise.all(Array.from({ length: 4 }, () => accept(invitation)));
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 410)).toEqual(
      [],
    );
    const accepted = (await cast.harness.types(streams.user(body.uid))).filter(
      (t) => t === 'UserInvitationAccepted',
    );
    expect(accepted).toHaveLength(1);
    expect((await signIn(body.email)).status).toBe(200);
  });

  it('may be repeated with another password after an interruption', async () => {
    const { body } = await create(details());
    const invitation = await invitationOf(body.uid);
    const { eventStore } = cast.harness;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream === streams.user(body.uid)) throw new Error('the process died here');
      return append(stream, ...rest);
    };
    expect((await accept(invitation)).status).toBe(500);
    eventStore.append = append;
    expect((await accept(invitation, 'outra-senha-boa')).status).toBe(200);
    expect((await signIn(body.email, 'outra-senha-boa')).status).toBe(200);
    expect((await signIn(body.email)).status).toBe(401);
  });

  it('gives way to the next one, and is over after its time', async () => {
    const { body } = await create(details());
    const first = await invitationOf(body.uid);
    expect((await inviteAgain(body.uid)).status).toBe(202);
    const second = await invitationOf(body.uid);
    expect((await accept(first)).body.code).toBe('INVITATION_INVALID');
    cast.now = new Date(Date.now() + 3_601_000);
    expect((await accept(second)).body.code).toBe('INVITATION_INVALID');
    cast.now = undefined;
    expect((await accept(second)).status).toBe(200);
    expect(outcome(await inviteAgain(body.uid))).toEqual([409, 'INVITATION_ALREADY_ACCEPTED']);
  });

  it('is refused when forged, of another tenant, or of an inactive or removed user', async () => {
    const { body } = await create(details());
    expect((await accept('x.y.z')).body.code).toBe('INVITATION_INVALID');
    expect((await accept(await invitationOf(body.uid, cast.other.tenantId))).body.code).toBe(
      'INVITATION_INVALID',
    );
    const invitation = await invitationOf(body.uid);
    await edit(body.uid, { user: { active: false } });
    expect(outcome(await accept(invitation))).toEqual([403, 'AUTH_USER_INACTIVE']);
    expect(outcome(await inviteAgain(body.uid))).toEqual([403, 'AUTH_USER_INACTIVE']);
    await remove(body.uid);
    expect((await accept(invitation)).body.code).toBe('INVITATION_INVALID');
  });

  it('is refused a short password', async () => {
    const { body } = await create(details());
    expect(outcome(await accept(await invitationOf(body.uid), 'curta'))).toEqual([
      422,
      'CLASS_VALIDATION_ERROR',
    ]);
  });
});
