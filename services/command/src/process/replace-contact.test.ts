import { randomUUID } from 'node:crypto';

import { SCOPES, streams, type AnswerOf, type DataOf } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { Harness, sha256Of, type TestPerson } from '../testing/harness.ts';
import { acting, AT, personId, TENANT } from '../testing/process-builder.ts';
import type { ReplaceContact } from './decide/commands.ts';
import { signatureProcess } from './decide/decide-process.ts';

const { given } = specificationOf(signatureProcess);

describe('the decision', () => {
  const { created, sign, signed } = acting({ signers: ['ana', 'rui'] });
  const replace = (more: Partial<ReplaceContact> = {}): ReplaceContact => ({
    type: 'replaceContact',
    tenantId: TENANT,
    personId: personId('ana'),
    contact: { email: 'nova@exemplo.com.br' },
    reason: ' Digitado errado ',
    at: AT,
    ...more,
  });
  const replaced = {
    type: 'ParticipantContactReplaced' as const,
    data: {
      processId: created.data.processId,
      tenantId: TENANT,
      personId: personId('ana'),
      former: { email: 'ana@exemplo.com.br' },
      contact: { email: 'nova@exemplo.com.br' },
      reason: 'Digitado errado',
      documentIds: created.data.documents.map(({ documentId }) => documentId),
    },
  };

  it('records the actor, the former and the new contact, and why', () => {
    given(created).when(replace()).thenEvents(replaced);
  });

  it('asks for a reason, a participant and a pending signature', () => {
    given(created)
      .when(replace({ reason: ' ' }))
      .thenRejected('NO_CONTACT_REASON_PROVIDED');
    given(created)
      .when(replace({ personId: personId('eva') }))
      .thenRejected('SIGNER_NOT_FOUND');
    given(created, signed('ana')).when(replace()).thenRejected('SIGNATURE_NOT_PENDING');
    given(created)
      .when(replace({ tenantId: personId('eva') }))
      .thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
  });

  it('never gives two participants one address', () => {
    given(created)
      .when(replace({ contact: { email: 'rui@exemplo.com.br' } }))
      .thenRejected('EMAIL_NOT_AVAILABLE');
  });

  it('does nothing for the contact there is', () => {
    given(created)
      .when(replace({ contact: { email: 'ana@exemplo.com.br' } }))
      .thenNothing();
  });

  it('refuses signing by the former contact, and allows it by the new one', () => {
    given(created, replaced).when(sign('ana')).thenRejected('AUTH_PERSON_NO_AUTHORIZATION');
    const [former] = sign('ana').proofs;
    if (former === undefined) throw new Error('nothing was proven');
    given(created, replaced)
      .when({ ...sign('ana'), proofs: [{ ...former, address: 'nova@exemplo.com.br' }] })
      .thenTypes('SignatureSigned');
  });
});

describe('the contact of the invitation', () => {
  let harness: Harness;
  let own: Awaited<ReturnType<Harness['tenant']>>;
  beforeAll(async () => {
    const many = { tries: 1000, windowSeconds: 60 };
    harness = await Harness.start({
      limits: { codePerPerson: many, codePerAddress: many, openPerAddress: many, cpfPerAddress: many },
    });
    own = await harness.tenant();
  });
  afterAll(() => harness.stop());

  const device = () => ({ 'client-device-id': randomUUID() });
  type Session = AnswerOf<'openSigningSession'>;

  async function askCode(processId: string, who: TestPerson) {
    await harness.send('POST', '/signature/code', { processId, personId: who.personId, cpf: who.cpf });
    const mail = harness.mails.at(-1);
    return { code: harness.lastCode(), address: mail?.to.address };
  }
  async function enter(
    processId: string,
    who: TestPerson,
    more: object = {},
    headers: Record<string, string> = device(),
  ) {
    const { code } = await askCode(processId, who);
    const body = { processId, personId: who.personId, cpf: who.cpf, code, ...more };
    return harness.send<Session>('POST', '/signature/session', body, { headers });
  }
  const signing = ({ processId, documentId }: { processId: string; documentId: string }) => ({
    signatures: [{ signatureId: `${processId}:1`, documentId, documentSha256: sha256Of('a.pdf') }],
    consent: { accepted: true, termsVersion: '2026-11' },
  });
  const editEmail = (who: TestPerson, email: string, token: string) =>
    harness.send('PATCH', `/person/${who.personId}`, { name: 'Vítima', email }, { token });
  const signedIn = async (processId: string) =>
    (await harness.stream(streams.process(processId))).find(({ type }) => type === 'SignatureSigned')
      ?.data as unknown as DataOf<'SignatureSigned'> | undefined;

  it.each(['administrator', 'manager', 'API token'] as const)(
    'is not moved by an %s who edits the register, signs, and edits it back (chain A1)',
    async (by) => {
      const { userId, token: managers } = await harness.member(own.tenantId, 'manager');
      expect(userId).toBeDefined();
      const issued = await harness.send<AnswerOf<'createToken'>>(
        'POST',
        '/token',
        { description: 'Integração', scopes: SCOPES },
        { token: own.token },
      );
      const token = { administrator: own.token, manager: managers, 'API token': issued.body.token }[by];
      const victim = await harness.person(own.token);
      const rui = await harness.person(own.token);
      const one = await harness.process(own, { ana: victim, rui });
      const attacker = `${randomUUID()}@atacante.com.br`;
      expect((await editEmail(victim, attacker, token)).status).toBe(200);
      // The code goes to the contact of the invitation, whatever is asked for.
      const { address } = await askCode(one.processId, victim);
      expect(address).toBe(victim.email);
      // By the address of the account, the register's contact is one of two, and proves nothing of this process.
      const claim = { domain: own.registration.tenant.domain, cpf: victim.cpf };
      const asked = await harness.send<AnswerOf<'requestSigningCode'>>('POST', '/signature/code', claim);
      expect(asked.body.contacts?.map(({ masked }) => masked).toSorted()).toEqual(
        [`${attacker.charAt(0)}***@atacante.com.br`, 'r***@exemplo.com.br'].toSorted(),
      );
      const chosen = asked.body.contacts?.find(({ masked }) => masked.endsWith('@atacante.com.br'));
      await harness.send('POST', '/signature/code', { ...claim, contact: chosen?.contact });
      await harness.service.background.settled();
      expect(harness.mails.at(-1)?.to.address).toBe(attacker);
      const headers = device();
      const body = { ...claim, code: harness.lastCode(), rememberDevice: true };
      const session = await harness.send<Session>('POST', '/signature/session', body, { headers });
      expect(session.status).toBe(200);
      const taken = session.body.token;
      const sign = await harness.send('POST', '/signature/sign', signing(one), { token: taken });
      expect([sign.status, sign.body.code]).toEqual([403, 'AUTH_PERSON_NO_AUTHORIZATION']);
      const actCode = await harness.send(
        'POST',
        '/signature/sign/code',
        { processId: one.processId },
        { token: taken },
      );
      expect(actCode.body.code).toBe('AUTH_PERSON_NO_AUTHORIZATION');
      const refuse = { signatureIds: [`${one.processId}:1`], reason: 'Não' };
      expect((await harness.send('POST', '/signature/reject', refuse, { token: taken })).body.code).toBe(
        'AUTH_PERSON_NO_AUTHORIZATION',
      );
      // Changed back, the device that was remembered for the attacker's address needs a code of the victim's.
      await editEmail(victim, victim.email, token);
      const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
      const later = await harness.process(own, { ana: victim, rui });
      for (const { processId } of [one, later]) {
        const link = { processId, personId: victim.personId, cpf: victim.cpf };
        const known = await harness.send('POST', '/signature/session', link, {
          headers: { ...headers, cookie },
        });
        expect(known.body.code).toMatch(/^AUTH_(NEW_DEVICE|FIRST_PERSON)_ACCESS$/);
        expect(harness.mails.at(-1)?.to.address).toBe(victim.email);
      }
      expect(await signedIn(one.processId)).toBeUndefined();
    },
  );

  it('binds a session to requests sent to the contact it has proven (chain A9)', async () => {
    const ana = await harness.person(own.token);
    const rui = await harness.person(own.token);
    const first = await harness.process(own, { ana, rui });
    const same = await harness.process(own, { ana, rui });
    await editEmail(ana, `${randomUUID()}@outro.com.br`, own.token);
    const elsewhere = await harness.process(own, { ana, rui });
    const { token } = (await enter(first.processId, ana)).body;
    const other = await harness.send('POST', '/signature/sign', signing(elsewhere), { token });
    expect([other.status, other.body.code]).toEqual([403, 'AUTH_PERSON_NO_AUTHORIZATION']);
    // Of one act over both, nothing is done.
    const both = {
      ...signing(first),
      signatures: [...signing(first).signatures, ...signing(elsewhere).signatures],
    };
    expect((await harness.send('POST', '/signature/sign', both, { token })).status).toBe(403);
    expect(await signedIn(first.processId)).toBeUndefined();
    expect((await harness.send('POST', '/signature/sign', signing(same), { token })).status).toBe(200);
    expect(await signedIn(same.processId)).toMatchObject({
      authentication: 'cpf-email-code',
      contactProof: { method: 'session-code', channel: 'email', address: ana.email },
    });
  });

  it('is replaced by its own command, which ends sessions of the former one', async () => {
    const { processId, documentId, ana } = await harness.process(own);
    const headers = device();
    const session = await enter(processId, ana, { rememberDevice: true }, headers);
    const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
    const late = await askCode(processId, ana);
    const url = `/process/${processId}/participant/${ana.personId}/contact`;
    const email = `${randomUUID()}@novo.com.br`;
    const without = await harness.send('POST', url, { email }, { token: own.token });
    expect([without.status, without.body.code]).toEqual([422, 'NO_CONTACT_REASON_PROVIDED']);
    const body = { email, reason: 'Endereço digitado errado' };
    const replies = [
      await harness.send('POST', url, body, { token: own.token, key: 'troca' }),
      await harness.send('POST', url, body, { token: own.token, key: 'troca' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const events = (await harness.stream(streams.process(processId))).filter(
      ({ type }) => type === 'ParticipantContactReplaced',
    );
    expect(events.map(({ data }) => data)).toMatchObject([
      { former: { email: ana.email }, contact: { email }, reason: body.reason },
    ]);
    // The session, the device and a code that was under way are over.
    const act = await harness.send('POST', '/signature/sign', signing({ processId, documentId }), {
      token: session.body.token,
    });
    expect([act.status, act.body.code]).toEqual([401, 'AUTH_TOKEN_REVOKED']);
    const link = { processId, personId: ana.personId, cpf: ana.cpf };
    const stale = await harness.send('POST', '/signature/session', { ...link, code: late.code }, { headers });
    expect(stale.body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
    const known = await harness.send('POST', '/signature/session', link, { headers: { ...headers, cookie } });
    expect(known.body.code).toBe('AUTH_NEW_DEVICE_ACCESS');
    expect(harness.mails.at(-1)?.to.address).toBe(email);
    expect(await harness.types(streams.person(ana.personId))).toEqual(
      expect.arrayContaining(['PersonDeviceForgotten', 'PersonSessionsEnded']),
    );
    const { token } = (await enter(processId, ana)).body;
    expect(
      (await harness.send('POST', '/signature/sign', signing({ processId, documentId }), { token })).status,
    ).toBe(200);
    expect(await signedIn(processId)).toMatchObject({ contactProof: { address: email } });
  });

  it('refuses a landline as a mobile number', async () => {
    const { processId, ana } = await harness.process(own);
    const url = `/process/${processId}/participant/${ana.personId}/contact`;
    const body = { email: ana.email, cellphoneNumber: '(11) 3333-4444', reason: 'Outro número' };
    const refused = await harness.send('POST', url, body, { token: own.token });
    expect([refused.status, refused.body.code]).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    expect(refused.body).toMatchObject({ errors: [{ field: 'cellphoneNumber' }] });
  });

  it('remembers a device for the contact, and records the device an act rests on', async () => {
    const ana = await harness.person(own.token);
    const rui = await harness.person(own.token);
    const first = await harness.process(own, { ana, rui });
    const headers = device();
    const opened = await enter(first.processId, ana, { rememberDevice: true }, headers);
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const remembered = (await harness.stream(streams.person(ana.personId))).find(
      ({ type }) => type === 'PersonDeviceRemembered',
    );
    expect(remembered?.data).toMatchObject({
      proven: { channel: 'email', address: ana.email, toldAt: ana.email },
    });
    const link = { processId: first.processId, personId: ana.personId, cpf: ana.cpf };
    const again = await harness.send<Session>('POST', '/signature/session', link, {
      headers: { ...headers, cookie },
    });
    expect(again.body).toMatchObject({ authentication: 'known-device', contacts: ['r***@exemplo.com.br'] });
    await harness.send('POST', '/signature/sign', signing(first), { token: again.body.token });
    expect(await signedIn(first.processId)).toMatchObject({
      authentication: 'cpf-known-device',
      contactProof: { method: 'known-device', address: ana.email, deviceId: remembered?.data['deviceId'] },
    });
  });
});
