import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';

let harness: Harness;
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({
    now: () => clock,
    publicUrl: 'https://lacre.example',
    authorizedOrigins: ['https://painel.example'],
    limits: { linkPerEmail: { tries: 4, windowSeconds: 900 } },
  });
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

/** Asks for a link and finds its secret in the mail. */
async function mailedLink(email: string, body: object = {}) {
  const reply = await new Visitor(harness).send('POST', '/session/link', { email, ...body });
  await harness.service.background.settled();
  const address = /https:\/\/\S+#\S+/.exec(harness.mails.at(-1)?.text ?? '')?.[0] ?? '';
  return {
    reply,
    address,
    link: new URLSearchParams(new URL(address || 'x:').hash.slice(1)).get('link') ?? '',
  };
}

const tenant = async (options?: { proven: boolean }) => {
  const made = await harness.tenant(options);
  return { ...made, ...made.registration.administrator };
};
const open = (link: string, visitor = new Visitor(harness)) => visitor.enter('/session/link/open', { link });

describe('a sign-in link', () => {
  it('signs its owner in once, from any browser, and verifies the address', async () => {
    const { userId, email } = await tenant({ proven: false });
    const { link, address } = await mailedLink(email);
    expect(address).toMatch(/^https:\/\/lacre\.example\/login#link=/);
    const visitor = new Visitor(harness);
    expect((await open(link, visitor)).status).toBe(200);
    expect((await open(link)).body.code).toBe('LINK_INVALID');
    expect((await visitor.send<AnswerOf<'getAccount'>>('GET', '/account')).body).toMatchObject({
      email,
      emailVerified: true,
      recentlySignedIn: true,
    });
    const events = await harness.stream(streams.user(userId));
    expect(events.slice(-2).map(({ type, data }) => [type, data['method']])).toEqual([
      ['UserEmailVerified', undefined],
      ['UserSignedIn', 'email-link'],
    ]);
  });

  it('opens one session when it is opened twice at once', async () => {
    const { link } = await mailedLink((await tenant()).email);
    const replies = await Promise.all([open(link), open(link), open(link)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
  });

  it('is over after fifteen minutes, and when the address is not its user’s any more', async () => {
    const { email, userId } = await tenant();
    const { link } = await mailedLink(email);
    clock = new Date(clock.getTime() + 15 * 60_000 + 1);
    expect((await open(link)).body.code).toBe('LINK_INVALID');
    const { link: next } = await mailedLink(email);
    await harness.pool.query(`update identity."user" set email = 'outro@exemplo.com.br' where id = $1`, [
      userId,
    ]);
    expect((await open(next)).body.code).toBe('LINK_INVALID');
  });

  it('is requested with the same answer for any address, and sent to users alone', async () => {
    const { email } = await tenant();
    const known = await mailedLink(email);
    const sent = harness.mails.length;
    const unknown = await mailedLink('ninguem@exemplo.com.br');
    expect([unknown.reply.status, unknown.reply.body]).toEqual([known.reply.status, known.reply.body]);
    expect(harness.mails).toHaveLength(sent);
  });

  it('leads to authorised origins alone', async () => {
    const { email } = await tenant();
    const { address } = await mailedLink(email, { redirectTo: 'https://painel.example/entrada?de=mail' });
    expect(address).toMatch(/^https:\/\/painel\.example\/entrada\?de=mail#link=/);
    for (const redirectTo of [
      'https://lacre.example.evil.example/login',
      'http://lacre.example/login',
      'https://lacre.example@evil.example/',
      'https://evil@lacre.example/login',
    ])
      expect((await mailedLink(email, { redirectTo })).reply.body.code, redirectTo).toBe(
        'REDIRECT_NOT_AUTHORIZED',
      );
  });

  it('is limited for each address, known or unknown', async () => {
    for (const email of [(await tenant()).email, 'ninguem-mais@exemplo.com.br']) {
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) statuses.push((await mailedLink(email)).reply.status);
      expect(statuses).toEqual([202, 202, 202, 202, 429]);
    }
  });

  it('refuses an inactive user', async () => {
    const { tenantId, userId, email } = await tenant();
    const { link } = await mailedLink(email);
    await harness.append(streams.user(userId), tenantId, {
      type: 'UserDeactivated',
      data: { userId, tenantId },
    });
    expect((await open(link)).body.code).toBe('AUTH_USER_INACTIVE');
    const sent = harness.mails.length;
    await mailedLink(email);
    expect(harness.mails).toHaveLength(sent);
  });

  it('is stored nowhere in the clear', async () => {
    const { link } = await mailedLink((await tenant()).email);
    const { rows } = await harness.pool.query<{ row: string }>(
      'select l::text as row from identity.mailed_link l',
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(link);
    expect(harness.logged.join('')).not.toContain(link);
  });
});

it('lists the ways to sign in', async () => {
  const { body } = await new Visitor(harness).send<AnswerOf<'signInOptions'>>('GET', '/session/options');
  expect(body).toEqual({
    password: true,
    emailLink: true,
    google: false,
    phone: true,
    passkey: true,
    passwordPolicy: { minimumLength: 8, maximumLength: 128 },
    authorizedDomains: ['https://lacre.example', 'https://painel.example'],
  });
});
