import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness, sha256Of } from '../testing/harness.ts';
import { link, SigningBrowser } from '../testing/signing-browser.ts';

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

describe('a device', () => {
  it('is asked for a code the first time, and not again', async () => {
    const { processId, ana } = await harness.process(own);
    const browser = new SigningBrowser(harness);
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

  it('that is new gets another error code than the first access of a person', async () => {
    const { processId, ana } = await harness.process(own);
    await new SigningBrowser(harness).confirm(link(processId, ana));
    expect((await new SigningBrowser(harness).open(link(processId, ana))).body.code).toBe(
      'AUTH_NEW_DEVICE_ACCESS',
    );
  });

  it('is refused without an id of the right length', async () => {
    const { processId, ana } = await harness.process(own);
    for (const headers of [{}, { 'client-device-id': 'curto' }, { 'client-device-id': 'a'.repeat(65) }]) {
      const reply = await harness.send('POST', '/signature/session', link(processId, ana), { headers });
      expect([reply.status, reply.body.code]).toEqual([400, 'AUTH_NO_DEVICEID_PROVIDED']);
    }
  });

  it('is known by its id and its secret together, neither of which stands in the database', async () => {
    const { processId, ana } = await harness.process(own);
    const browser = new SigningBrowser(harness);
    await browser.confirm(link(processId, ana));
    const [idAlone, secretAlone] = [new SigningBrowser(harness), new SigningBrowser(harness)];
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

  it('of one person does not identify another, and two people may share one', async () => {
    const { processId, ana, rui } = await harness.process(own);
    const browser = new SigningBrowser(harness);
    await browser.confirm(link(processId, ana));
    expect((await browser.open(link(processId, rui))).body.code).toBe('AUTH_FIRST_PERSON_ACCESS');
    await browser.open({ ...link(processId, rui), code: harness.lastCode() });
    for (const who of [ana, rui]) expect((await browser.open(link(processId, who))).status).toBe(200);
  });

  it('gets a cookie that scripts and other sites do not get', async () => {
    const { processId, ana } = await harness.process(own);
    const { headers } = await new SigningBrowser(harness).confirm(link(processId, ana));
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api/signature'])
      expect(String(headers['set-cookie'])).toContain(attribute);
  });

  it('in a shared place is not remembered', async () => {
    const { processId, ana } = await harness.process(own);
    const kiosk = new SigningBrowser(harness);
    const { headers } = await kiosk.confirm(link(processId, ana), { rememberDevice: false });
    expect(headers['set-cookie']).toBeUndefined();
    expect((await kiosk.open(link(processId, ana))).body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
  });

  it('is asked again after 180 days', async () => {
    const { processId, ana } = await harness.process(own);
    const browser = new SigningBrowser(harness);
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

  it('is listed to its person alone, and forgotten at their request', async () => {
    const { processId, ana, rui } = await harness.process(own);
    const [phone, desk] = [new SigningBrowser(harness), new SigningBrowser(harness)];
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
    const stranger = (await new SigningBrowser(harness).confirm(link(processId, rui))).body.token;
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
    const browser = new SigningBrowser(harness);
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

  it('refuses a code that was sent for signing in', async () => {
    const { processId, ana, sign } = await coded();
    await harness.send('POST', '/signature/code', link(processId, ana));
    expect((await sign(harness.lastCode())).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
  });
});

it('says in the log of the process that a known device signed', async () => {
  const { processId, documentId, ana } = await harness.process(own);
  const browser = new SigningBrowser(harness);
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

it('does not sign in to a tenant that is inactive', async () => {
  const tenant = await harness.tenant();
  const { processId, ana } = await harness.process(tenant);
  const { tenantId } = tenant;
  await harness.append(streams.tenant(tenantId), tenantId, {
    type: 'TenantDeactivated',
    data: { tenantId, reason: 'Encerrada' },
  });
  expect((await new SigningBrowser(harness).open(link(processId, ana))).body.code).toBe('TENANT_INACTIVE');
});
