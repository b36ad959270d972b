import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { SmsNotSent } from '@lacre/mailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness, sha256Of, type TestPerson } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({ now: () => clock });
  own = await harness.tenant();
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

type Opened = AnswerOf<'openSigningSession'> & {
  sentCode?: AnswerOf<'requestSigningCode'>;
  title?: string;
};

/** A browser: its own device id, and the cookies that it is given. */
class Browser {
  readonly id = randomUUID();
  cookie: string | undefined;

  async open(body: object, headers: Record<string, string> = {}) {
    const reply = await harness.send<Opened>('POST', '/signature/session', body, {
      headers: {
        'client-device-id': this.id,
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...headers,
      },
    });
    const set = reply.headers['set-cookie'];
    if (set !== undefined) this.cookie = String(set).split(';')[0];
    return reply;
  }

  /** Comes in by the code that is sent. */
  async confirm(who: object, more: object = {}) {
    await this.open({ ...who, ...more });
    return this.open({ ...who, ...more, code: harness.lastCode() });
  }
}

const link = (processId: string, { personId, cpf }: TestPerson) => ({ processId, personId, cpf });

describe('a device', () => {
  it('is asked for a code the first time, and not again', async () => {
    const { processId, ana } = await harness.process(own);
    const browser = new Browser();
    const first = await browser.open(link(processId, ana));
    expect([first.status, first.body.code]).toEqual([403, 'AUTH_FIRST_PERSON_ACCESS']);
    expect(first.body.sentCode).toEqual({
      sentTo: 'r***@exemplo.com.br',
      channel: 'email',
      expiresInSeconds: 600,
    });
    const confirmed = await browser.open({ ...link(processId, ana), code: harness.lastCode() });
    expect([confirmed.status, confirmed.body.authentication]).toEqual([200, 'email-code']);
    const sent = harness.mails.length;
    const again = await browser.open(link(processId, ana));
    expect([again.status, again.body.authentication]).toEqual([200, 'known-device']);
    expect(harness.mails).toHaveLength(sent);
    expect(await harness.types(streams.person(ana.personId))).toEqual([
      'PersonCreated',
      'PersonSignedIn',
      'PersonDeviceRemembered',
      'PersonSignedIn',
    ]);
  });

  it('that is new is told apart from a first access', async () => {
    const { processId, ana } = await harness.process(own);
    await new Browser().confirm(link(processId, ana));
    expect((await new Browser().open(link(processId, ana))).body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
  });

  it('must say which it is', async () => {
    const { processId, ana } = await harness.process(own);
    for (const headers of [{}, { 'client-device-id': 'curto' }, { 'client-device-id': 'a'.repeat(65) }]) {
      const reply = await harness.send('POST', '/signature/session', link(processId, ana), { headers });
      expect([reply.status, reply.body.code]).toEqual([400, 'AUTH_NO_DEVICEID_PROVIDED']);
    }
  });

  it('is known by its id and its secret together, neither of which stands in the database', async () => {
    const { processId, ana } = await harness.process(own);
    const browser = new Browser();
    await browser.confirm(link(processId, ana));
    const [idAlone, secretAlone] = [new Browser(), new Browser()];
    Object.assign(idAlone, { id: browser.id });
    secretAlone.cookie = browser.cookie;
    expect((await idAlone.open(link(processId, ana))).body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
    expect((await secretAlone.open(link(processId, ana))).body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
    const { rows } = await harness.pool.query<{ row: string }>(
      'select d::text as row from identity.person_device d where person_id = $1',
      [ana.personId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(browser.id);
    expect(rows[0]?.row).not.toContain(browser.cookie?.split('=')[1]);
  });

  it('of one person is none of another, and two people may share one', async () => {
    const { processId, ana, rui } = await harness.process(own);
    const browser = new Browser();
    await browser.confirm(link(processId, ana));
    expect((await browser.open(link(processId, rui))).body.code).toBe('AUTH_FIRST_PERSON_ACCESS');
    await browser.open({ ...link(processId, rui), code: harness.lastCode() });
    for (const who of [ana, rui]) expect((await browser.open(link(processId, who))).status).toBe(200);
  });

  it('gets a cookie that scripts and other sites do not get', async () => {
    const { processId, ana } = await harness.process(own);
    const { headers } = await new Browser().confirm(link(processId, ana));
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api/signature'])
      expect(String(headers['set-cookie'])).toContain(attribute);
  });

  it('in a shared place is not remembered', async () => {
    const { processId, ana } = await harness.process(own);
    const kiosk = new Browser();
    const { headers } = await kiosk.confirm(link(processId, ana), { rememberDevice: false });
    expect(headers['set-cookie']).toBeUndefined();
    expect((await kiosk.open(link(processId, ana))).body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
  });

  it('is asked again after 180 days', async () => {
    const { processId, ana } = await harness.process(own);
    const browser = new Browser();
    await browser.confirm(link(processId, ana));
    clock = new Date(clock.getTime() + 180 * 86_400_000 - 1);
    expect((await browser.open(link(processId, ana))).status).toBe(200);
    clock = new Date(clock.getTime() + 2);
    expect((await browser.open(link(processId, ana))).body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
    await harness.service.devices.forgetExpired();
    const { rows } = await harness.pool.query('select from identity.person_device where person_id = $1', [
      ana.personId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is listed to its person alone, and forgotten when they say so', async () => {
    const { processId, ana, rui } = await harness.process(own);
    const [phone, desk] = [new Browser(), new Browser()];
    await phone.confirm(link(processId, ana));
    clock = new Date(clock.getTime() + 1000);
    const place = { 'client-state': 'SP', 'client-country': 'Brasil', 'user-agent': 'Firefox' };
    await desk.open(link(processId, ana), place);
    const opened = await desk.open({ ...link(processId, ana), code: harness.lastCode() }, place);
    const { token } = opened.body;
    const list = (as: string, from: string = desk.id) =>
      harness.send<AnswerOf<'listPersonDevices'>>('GET', '/signature/device', undefined, {
        token: as,
        headers: { 'client-device-id': from },
      });
    for (const none of ['', 'curto', 'com espaço no meio dele'])
      expect((await list(token, none)).body).toMatchObject({
        code: 'CLASS_VALIDATION_ERROR',
        errors: [{ field: 'client-device-id' }],
      });
    const { items } = (await list(token)).body;
    expect(items.map(({ current, place: where, userAgent }) => [current, where, userAgent])).toEqual([
      [true, 'SP, Brasil', 'Firefox'],
      [false, null, 'lightMyRequest'],
    ]);
    const deviceId = items[1]?.deviceId ?? '';
    const forget = (as: string) =>
      harness.send('DELETE', `/signature/device/${deviceId}`, undefined, { token: as });
    const stranger = (await new Browser().confirm(link(processId, rui))).body.token;
    expect((await list(stranger)).body.items.map((each) => each.deviceId)).not.toContain(deviceId);
    expect((await forget(stranger)).body.code).toBe('DEVICE_NOT_FOUND');
    expect((await forget(token)).status).toBe(204);
    expect((await forget(token)).body.code).toBe('DEVICE_NOT_FOUND');
    expect((await phone.open(link(processId, ana))).body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
    expect((await desk.open(link(processId, ana))).status).toBe(200);
    expect(await harness.types(streams.person(ana.personId))).toContain('PersonDeviceForgotten');
    expect((await list(own.token)).body.code).toBe('AUTH_PERSON_NO_AUTHORIZATION');
  });
});

describe('a code by SMS', () => {
  const phone = '11987654321';

  it('goes to the phone when asked for, and the evidence says so', async () => {
    const ana = await harness.person(own.token, { cellphoneNumber: phone });
    const { processId } = await harness.process(own, { ana, rui: await harness.person(own.token) });
    const browser = new Browser();
    const asked = { ...link(processId, ana), channel: 'sms' };
    const first = await browser.open(asked);
    expect([first.status, first.body.code]).toEqual([403, 'AUTH_SMS_VALIDATION']);
    expect(first.body.sentCode).toMatchObject({ sentTo: '(11) *****-4321', channel: 'sms' });
    const text = harness.texts.at(-1);
    expect(text?.to).toBe('+5511987654321');
    const code = /\b\d{6}\b/.exec(text?.text ?? '')?.[0];
    const opened = await browser.open({ ...asked, code });
    expect([opened.status, opened.body.authentication]).toEqual([200, 'sms-code']);
    expect((await harness.stream(streams.person(ana.personId)))[1]?.data).toMatchObject({
      method: 'sms-code',
    });
  });

  it('goes by e-mail where there is no phone, which the answer says', async () => {
    const { processId, ana } = await harness.process(own);
    const reply = await new Browser().open({ ...link(processId, ana), channel: 'sms' });
    expect([reply.body.code, reply.body.sentCode?.channel]).toEqual(['AUTH_FIRST_PERSON_ACCESS', 'email']);
  });

  it('is refused where nothing goes by SMS, and told when the gateway is away', async () => {
    const isAway = { send: () => Promise.reject(new SmsNotSent('away')) };
    for (const [sms, status, code] of [
      [undefined, 405, 'AUTH_METHOD_NOT_ALLOWED'],
      [isAway, 502, 'SMS_NOT_SENT'],
    ] as const) {
      const other = await Harness.start({ sms });
      try {
        const tenant = await other.tenant();
        const ana = await other.person(tenant.token, { cellphoneNumber: phone });
        const { processId } = await other.process(tenant, { ana, rui: await other.person(tenant.token) });
        const reply = await other.send('POST', '/signature/code', {
          ...link(processId, ana),
          channel: 'sms',
        });
        expect([reply.status, reply.body.code]).toEqual([status, code]);
      } finally {
        await other.stop();
      }
    }
  });
});

describe('without a link', () => {
  const byAddress = (cpf: string) => ({ cpf, domain: own.registration.tenant.domain });

  it('a person comes in by the tenant’s address, CPF and code', async () => {
    const { ana } = await harness.process(own);
    const browser = new Browser();
    const asked = await browser.open(byAddress(ana.cpf));
    expect([asked.status, asked.body.code, asked.body.sentCode?.sentTo]).toEqual([
      403,
      'AUTH_NEW_DEVICE_ACCESS',
      null,
    ]);
    await harness.service.background.settled();
    const opened = await browser.open({ ...byAddress(ana.cpf), code: harness.lastCode() });
    expect([opened.status, opened.body.person.personId]).toEqual([200, ana.personId]);
    expect((await browser.open(byAddress(ana.cpf))).body.authentication).toBe('known-device');
  });

  it('is answered alike whether or not somebody has that CPF', async () => {
    const { ana } = await harness.process(own);
    const unknown = cpfOf(77_777);
    const sent = harness.mails.length;
    const answers = [];
    for (const cpf of [ana.cpf, unknown]) {
      const { status, body } = await new Browser().open(byAddress(cpf));
      const requested = await harness.send('POST', '/signature/code', byAddress(cpf));
      const wrong = await new Browser().open({ ...byAddress(cpf), code: '000000' });
      answers.push([status, body.code, body.sentCode, requested.status, requested.body, wrong.body.code]);
    }
    expect(answers[0]).toEqual(answers[1]);
    await harness.service.background.settled();
    expect(harness.mails).toHaveLength(sent + 2);
  });

  it('needs to be told who and where', async () => {
    const cpf = cpfOf(1);
    expect((await new Browser().open({ cpf })).body.code).toBe('AUTH_NO_AUTHORIZATION_DATA');
    expect((await new Browser().open({ cpf, domain: 'nao-existe' })).body.code).toBe('TENANT_NOT_FOUND');
    expect((await harness.send('POST', '/signature/code', { cpf, processId: randomUUID() })).body.code).toBe(
      'AUTH_NO_AUTHORIZATION_DATA',
    );
  });

  it('has codes of its own: none of them opens a process’s link, nor the other way round', async () => {
    const { processId, ana } = await harness.process(own);
    await new Browser().open(link(processId, ana));
    const ofLink = harness.lastCode();
    expect((await new Browser().open({ ...byAddress(ana.cpf), code: ofLink })).body.code).toBe(
      'AUTH_DEVICE_VALIDATION_ERROR',
    );
    expect((await new Browser().open({ ...link(processId, ana), code: ofLink })).status).toBe(200);
  });
});

describe('limits', () => {
  it('hold back whoever sends codes to a whole process, and whoever tries CPFs at an address', async () => {
    const strict = await Harness.start({
      limits: {
        codePerProcess: { tries: 2, windowSeconds: 60 },
        cpfPerAddress: { tries: 2, windowSeconds: 60 },
      },
    });
    try {
      const tenant = await strict.tenant();
      const { processId, ana, rui } = await strict.process(tenant);
      const statuses: number[] = [];
      for (const who of [ana, rui, ana])
        statuses.push((await strict.send('POST', '/signature/code', link(processId, who))).status);
      const { domain } = tenant.registration.tenant;
      for (const cpf of [cpfOf(901), cpfOf(902), cpfOf(903)])
        statuses.push((await strict.send('POST', '/signature/code', { cpf, domain })).status);
      expect(statuses).toEqual([202, 202, 429, 202, 202, 429]);
    } finally {
      await strict.stop();
    }
  });
});

describe('a process that asks for a code at every act', () => {
  async function coded() {
    const ana = await harness.person(own.token);
    const body = {
      summary: 'Contrato',
      companyId: await harness.company(own.token),
      documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
      participants: [{ personId: ana.personId, part: 'signer', requirements: { code: true } }],
    };
    const { processId, documents } = (
      await harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token: own.token })
    ).body;
    const browser = new Browser();
    await browser.confirm(link(processId, ana));
    const { token } = (await browser.open(link(processId, ana))).body;
    const documentSha256 = sha256Of('a.pdf');
    const sign = (code?: string, key?: string) =>
      harness.send(
        'POST',
        '/signature/sign',
        {
          signatures: [
            { signatureId: `${processId}:1`, documentId: documents[0]?.documentId, documentSha256 },
          ],
          consent: { accepted: true, termsVersion: '2026-11' },
          ...(code === undefined ? {} : { code }),
        },
        { token, key },
      );
    const request = (channel?: string) =>
      harness.send<AnswerOf<'requestActCode'>>('POST', '/signature/sign/code', channel ? { channel } : {}, {
        token,
      });
    return { processId, ana, sign, request };
  }

  it('takes no signature of a known device without one', async () => {
    const { processId, ana, sign, request } = await coded();
    expect((await sign()).body.code).toBe('SIGNING_CODE_REQUIRED');
    const sent = await request();
    expect([sent.status, sent.body.channel]).toEqual([202, 'email']);
    const code = harness.lastCode();
    expect((await sign(code === '000000' ? '000001' : '000000')).body.code).toBe(
      'AUTH_DEVICE_VALIDATION_ERROR',
    );
    expect((await sign(code, 'ato')).status).toBe(200);
    const [, signed] = await harness.stream(streams.process(processId));
    expect(signed?.data).toMatchObject({ personId: ana.personId, authentication: 'cpf-email-code' });
    // The same act again, its answer lost: the code is used, and the act is stored.
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    expect((await sign(code, 'ato')).status).toBe(200);
  });

  it('takes no code that was sent for coming in', async () => {
    const { processId, ana, sign } = await coded();
    await harness.send('POST', '/signature/code', link(processId, ana));
    expect((await sign(harness.lastCode())).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
  });
});

it('says in the log of the process that a known device signed', async () => {
  const { processId, documentId, ana } = await harness.process(own);
  const browser = new Browser();
  await browser.confirm(link(processId, ana));
  const { token } = (await browser.open(link(processId, ana))).body;
  const signatures = [
    {
      signatureId: `${processId}:1`,
      documentId,
      documentSha256: sha256Of('a.pdf'),
    },
  ];
  const consent = { accepted: true, termsVersion: '2026-11' };
  await harness.send('POST', '/signature/sign', { signatures, consent }, { token });
  const [, signed] = await harness.stream(streams.process(processId));
  expect(signed?.data).toMatchObject({ authentication: 'cpf-known-device' });
});

it('opens nothing of a tenant that is inactive', async () => {
  const tenant = await harness.tenant();
  const { processId, ana } = await harness.process(tenant);
  const { tenantId } = tenant;
  await harness.append(streams.tenant(tenantId), tenantId, {
    type: 'TenantDeactivated',
    data: { tenantId, reason: 'Encerrada' },
  });
  expect((await new Browser().open(link(processId, ana))).body.code).toBe('TENANT_INACTIVE');
});
