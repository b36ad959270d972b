import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { issueProof } from '@lacre/proofs';
import { afterAll, beforeAll, expect } from 'vitest';

import { Harness } from './harness.ts';

type Tenant = Awaited<ReturnType<Harness['tenant']>>;

interface Cast {
  harness: Harness;
  own: Tenant;
  other: Tenant;
  /** A manager of the first tenant. */
  manager: { userId: string; token: string };
  /** The service's clock stands here, when it is set. */
  now: Date | undefined;
}

/** Status and error code of an answer. */
export const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

let number = 0;
/** An address that no user has. */
export const freshEmail = (name: string) => `${name}${++number}@exemplo.com.br`;
/** What a new user is created with. */
export const details = (more: object = {}) => ({
  name: 'Bia Lima',
  email: freshEmail('bia'),
  role: 'common',
  ...more,
});

/** Users of two tenants, for the tests of a file. `cast` is filled before the first of them. */
export function useUsers() {
  const cast = { now: undefined } as Cast;
  beforeAll(async () => {
    cast.harness = await Harness.start({ takeOverPatienceMs: 200, now: () => cast.now ?? new Date() });
    cast.own = await cast.harness.tenant();
    cast.other = await cast.harness.tenant();
    cast.manager = await cast.harness.member(cast.own.tenantId, 'manager');
  });
  afterAll(() => cast.harness.stop());

  const create = (user: object, token = cast.own.token, key?: string) =>
    cast.harness.send<AnswerOf<'createUser'>>('POST', '/user', { user }, { token, key });
  const accept = (invitation: string, password = 'primeira-senha') =>
    cast.harness.send<AnswerOf<'acceptInvitation'>>('POST', '/session/invitation', { invitation, password });
  const signIn = (email: string, password = 'primeira-senha') =>
    cast.harness.send<AnswerOf<'signIn'>>('POST', '/session', { email, password });

  /** What the projector puts into the mail. */
  async function invitationOf(userId: string, tenantId = cast.own.tenantId, expiresInSeconds = 3600) {
    const events = await cast.harness.stream(streams.user(userId));
    const invited = events.findLast(({ type }) => type === 'UserInvited');
    const { invitationId } = (invited?.data ?? { invitationId: randomUUID() }) as { invitationId: string };
    const { proofSecret: secret, now } = cast.harness.service;
    return issueProof(
      'invitation',
      { tenantId, userId, invitationId },
      { secret, now: now(), expiresInSeconds },
    );
  }

  return {
    cast,
    create,
    accept,
    signIn,
    invitationOf,
    edit: (uid: string, body: object, token = cast.own.token, key?: string) =>
      cast.harness.send<AnswerOf<'editUser'>>('PATCH', `/user/${uid}`, body, { token, key }),
    remove: (uid: string, token = cast.own.token, key?: string) =>
      cast.harness.send('DELETE', `/user/${uid}`, undefined, { token, key }),
    /** Sends the invitation again. */
    inviteAgain: (uid: string, token = cast.own.token) =>
      cast.harness.send('POST', `/user/${uid}/invitation`, undefined, { token }),
    /** A user who has accepted their invitation and signed in. */
    joined: async (more: object = {}) => {
      const { body } = await create(details(more));
      expect((await accept(await invitationOf(body.uid))).status).toBe(200);
      const session = await signIn(body.email);
      return {
        ...body,
        token: session.body.token,
        cookie: String(session.headers['set-cookie']).split(';')[0] ?? '',
      };
    },
  };
}
