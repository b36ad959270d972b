import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { SmsNotSent } from '@lacre/mailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { link, SigningBrowser } from '../testing/signing-browser.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
});
afterAll(() => harness.stop());

describe('a code by SMS', () => {
  const phone = '11987654321';

  it('goes to the phone when asked for, and is named in the evidence', async () => {
    const ana = await harness.person(own.token, { cellphoneNumber: phone });
    const { processId } = await harness.process(own, { ana, rui: await harness.person(own.token) });
    const browser = new SigningBrowser(harness);
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
    const reply = await new SigningBrowser(harness).open({ ...link(processId, ana), channel: 'sms' });
    expect([reply.body.code, reply.body.sentCode?.channel]).toEqual(['AUTH_FIRST_PERSON_ACCESS', 'email']);
  });

  it('is refused without an SMS gateway, and answered with 502 when it is away', async () => {
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

  it('a person signs in by the tenant’s address, CPF and code', async () => {
    const { ana } = await harness.process(own);
    const browser = new SigningBrowser(harness);
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

  it('is answered alike for a known and an unknown CPF', async () => {
    const { ana } = await harness.process(own);
    const unknown = cpfOf(77_777);
    const sent = harness.mails.length;
    const answers = [];
    for (const cpf of [ana.cpf, unknown]) {
      const { status, body } = await new SigningBrowser(harness).open(byAddress(cpf));
      const requested = await harness.send('POST', '/signature/code', byAddress(cpf));
      const wrong = await new SigningBrowser(harness).open({ ...byAddress(cpf), code: '000000' });
      answers.push([status, body.code, body.sentCode, requested.status, requested.body, wrong.body.code]);
    }
    expect(answers[0]).toEqual(answers[1]);
    await harness.service.background.settled();
    expect(harness.mails).toHaveLength(sent + 2);
  });

  it('needs a CPF and a tenant', async () => {
    const cpf = cpfOf(1);
    expect((await new SigningBrowser(harness).open({ cpf })).body.code).toBe('AUTH_NO_AUTHORIZATION_DATA');
    expect((await new SigningBrowser(harness).open({ cpf, domain: 'nao-existe' })).body.code).toBe(
      'TENANT_NOT_FOUND',
    );
    expect((await harness.send('POST', '/signature/code', { cpf, processId: randomUUID() })).body.code).toBe(
      'AUTH_NO_AUTHORIZATION_DATA',
    );
  });

  it('has codes of its own: none of them opens a process’s link, nor the other way round', async () => {
    const { processId, ana } = await harness.process(own);
    await new SigningBrowser(harness).open(link(processId, ana));
    const ofLink = harness.lastCode();
    expect((await new SigningBrowser(harness).open({ ...byAddress(ana.cpf), code: ofLink })).body.code).toBe(
      'AUTH_DEVICE_VALIDATION_ERROR',
    );
    expect((await new SigningBrowser(harness).open({ ...link(processId, ana), code: ofLink })).status).toBe(
      200,
    );
  });
});

describe('limits', () => {
  it('hold back a caller who sends codes to a whole process, and one who tries CPFs at an address', async () => {
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
