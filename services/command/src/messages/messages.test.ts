import { createServer } from 'node:http';

import type { AnswerOf } from '@lacre/contracts';
import { createHttpSmsGateway, createSmtpMailer } from '@lacre/mailer';
import { listenLocally } from '@lacre/test-support';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';

/** What a real mail server and a real gateway were handed. */
const mails: string[] = [];
const texts: { to: string; text: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stream.on('end', () => {
      // Quoted-printable: soft line breaks and signs of equality (RFC 2045 §6.7).
      mails.push(text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
      done();
    });
  },
});
const gateway = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    texts.push(JSON.parse(text) as (typeof texts)[number]);
    response.writeHead(202).end();
  });
});
let harness: Harness;

beforeAll(async () => {
  harness = await Harness.start({
    mailer: createSmtpMailer({
      url: `smtp://127.0.0.1:${await listenLocally(smtp.server)}`,
      from: { name: 'Lacre', address: 'nao-responda@exemplo.com.br' },
    }),
    sms: createHttpSmsGateway({ url: `http://127.0.0.1:${await listenLocally(gateway)}/sms` }),
  });
});
afterAll(async () => {
  await harness.stop();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await new Promise((resolve) => gateway.close(resolve));
});

it('signs a user in by a link sent by mail, then asks for a code sent by the SMS gateway', async () => {
  const { registration } = await harness.tenant();
  const { email, password } = registration.administrator;
  const own = new Visitor(harness);
  await own.signIn({ email, password });
  const { body } = await own.send<AnswerOf<'startPhoneFactor'>>('POST', '/account/factor/phone', {
    phoneNumber: '11987654321',
  });
  const code = () => /\b\d{6}\b/.exec(texts.at(-1)?.text ?? '')?.[0];
  await own.send('POST', `/account/factor/${body.factorId}`, { code: code() });

  await new Visitor(harness).send('POST', '/session/link', { email });
  await harness.service.background.settled();
  expect(mails.at(-1)).toContain(`To: ${registration.administrator.name} <${email}>`);
  const link = /\/login#link=([\w-]+)/.exec(mails.at(-1) ?? '')?.[1];
  const visitor = new Visitor(harness);
  const first = await visitor.enter('/session/link/open', { link });
  expect(first.body.code).toBe('SECOND_FACTOR_REQUIRED');
  const challenge = first.body.secondFactor?.challenge;
  const { factorId } = body;
  await visitor.send('POST', '/session/second-factor/code', { challenge, factorId });
  expect(texts.at(-1)?.to).toBe('+5511987654321');
  expect((await visitor.enter('/session/second-factor', { challenge, factorId, code: code() })).status).toBe(
    200,
  );
});
