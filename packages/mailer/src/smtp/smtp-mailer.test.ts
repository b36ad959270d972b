import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { listenLocally, portOf } from '@lacre/test-support';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { PermanentMailError, TemporaryMailError } from '../port.ts';
import type { MailMessage } from '../port.ts';
import { askSmtpServer } from './ask-smtp-server.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const from = { name: 'Lacre', address: 'nao-responda@lacre.example' };

const message: MailMessage = {
  messageId: 'request-1.signer-2',
  to: { name: 'Ana Conceição', address: 'ana@example.com' },
  subject: 'Assinatura solicitada: locação do galpão 🖋',
  text: 'Olá, Ana,\n\nvocê tem um documento.\n.\nfim\n',
  html: '<p>Olá, <strong>Ana</strong> &amp; Cia.</p>',
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Received {
  raw: Buffer;
  from: string;
  to: string[];
}

/** A real SMTP server on a free port, and what it received. */
async function startServer(behaviour: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map((recipient) => recipient.address);
        received.push({ raw: Buffer.concat(chunks), from: mailFrom ? mailFrom.address : '', to });
        done();
      });
    },
    ...behaviour,
  });
  server.on('error', () => {});
  const port = await listenLocally(server.server);
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { received, url: `smtp://127.0.0.1:${port}` };
}

/** A server that takes the connection and then does as told. */
async function startRawServer(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  await listenLocally(server);
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `smtp://127.0.0.1:${portOf(server)}`;
}

const refusing = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

const sending = (url: string, over: Partial<MailMessage> = {}) =>
  createSmtpMailer({ url, from, timeoutMs: 500 }).send({ ...message, ...over });

describe('a server with a certificate by a private authority', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lacre-smtp-'));
    const request =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=mail';
    const own = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', 'key.pem', '-out', 'own.pem'];
    execFileSync('openssl', [...request.split(' '), ...own], { stdio: 'ignore', cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ['smtps', { secure: true }],
    ['smtp', { secure: false, disabledCommands: [] }],
  ])('is sent mail by %s once that authority is named, and never before', async (scheme, behaviour) => {
    const [key, cert] = ['key.pem', 'own.pem'].map((name) => readFileSync(join(folder, name)));
    const { received, url } = await startServer({ ...behaviour, key, cert });
    const secure = `${url.replace('smtp', scheme)}?requireTLS=true`;
    await expect(sending(secure)).rejects.toThrow(TemporaryMailError);
    await expect(askSmtpServer(secure, 2000)).rejects.toThrow(/self.signed/);
    expect(received).toHaveLength(0);
    const caFile = join(folder, 'own.pem');
    await askSmtpServer(secure, 2000, caFile);
    await createSmtpMailer({ url: secure, from, caFile }).send(message);
    expect(received).toHaveLength(1);
  });
});

describe('a message sent by SMTP', () => {
  test('arrives whole, in both its forms, in any alphabet', async () => {
    const { received, url } = await startServer();
    await sending(url, { headers: { 'X-Lacre-Process': 'p-1' } });
    expect(received).toHaveLength(1);
    const [{ raw, ...envelope }] = received as [Received];
    const mail = await PostalMime.parse(raw);
    expect(envelope).toEqual({ from: 'nao-responda@lacre.example', to: ['ana@example.com'] });
    expect(mail.subject).toBe(message.subject);
    expect(mail.from).toMatchObject(from);
    expect(mail.to).toMatchObject([message.to]);
    expect(mail.text?.trimEnd()).toBe(message.text.trimEnd());
    expect(mail.html?.trimEnd()).toBe(message.html);
    expect(mail.messageId).toBe('<request-1.signer-2@lacre.example>');
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'x-lacre-process': 'p-1' });
    expect(headers['content-type']).toMatch(/^multipart\/alternative/);
  });

  test('says on whose behalf it comes, from the platform’s own address', async () => {
    const { received, url } = await startServer();
    await sending(url, { senderName: 'Imobiliária\r\nBcc: eva@example.com' });
    const mail = await PostalMime.parse((received as [Received])[0].raw);
    const name = 'Imobiliária Bcc: eva@example.com via Lacre';
    expect(mail.from).toMatchObject({ name, address: from.address });
    expect((received as [Received])[0].to).toEqual(['ana@example.com']);
  });

  test('has the same Message-ID when it is sent again', async () => {
    const { received, url } = await startServer();
    await sending(url);
    await sending(url);
    const mails = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
    expect(mails.map((mail) => mail.messageId)).toEqual(Array(2).fill('<request-1.signer-2@lacre.example>'));
  });

  test('carries no header and no recipient that a user smuggled in', async () => {
    const { received, url } = await startServer();
    const smuggling = 'x\r\nBcc: eva@example.com\r\nX-Evil: 1';
    await sending(url, { subject: smuggling, to: { name: smuggling, address: 'ana@example.com' } });
    const [{ raw, to }] = received as [Received];
    const mail = await PostalMime.parse(raw);
    expect(to).toEqual(['ana@example.com']);
    expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toBe('x Bcc: eva@example.com X-Evil: 1');
  });

  test('reads no file that a user named', async () => {
    const { received, url } = await startServer();
    await sending(url, { text: 'file:///etc/passwd', html: '<img src="/etc/passwd">' });
    const mail = await PostalMime.parse((received as [Received])[0].raw);
    expect(mail.text?.trimEnd()).toBe('file:///etc/passwd');
    expect(mail.attachments).toEqual([]);
  });

  test('needs the user and password of the URL where the server asks for them', async () => {
    const { received, url } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'lacre' && password === 's@nha' ? done(null, { user: 'lacre' }) : done(refusing(535)),
    });
    await sending(url.replace('//', '//lacre:s%40nha@'));
    expect(received).toHaveLength(1);
    // Set up wrongly: the messages wait until the operator mends it.
    await expect(sending(url.replace('//', '//lacre:wrong@'))).rejects.toBeInstanceOf(TemporaryMailError);
    await expect(sending(url)).rejects.toBeInstanceOf(TemporaryMailError);
  });
});

describe('a refusal by SMTP', () => {
  test.each([550, 551, 552, 553, 554])('of the recipient by %i is for good', async (code) => {
    const { url } = await startServer({ onRcptTo: (_address, _session, done) => done(refusing(code)) });
    await expect(sending(url)).rejects.toBeInstanceOf(PermanentMailError);
  });

  test.each([450, 550])('by %i is reported without the address, in logs too', async (code) => {
    const repeating = Object.assign(new Error('<ana@example.com>: user unknown'), { responseCode: code });
    const { url } = await startServer({ onRcptTo: (_address, _session, done) => done(repeating) });
    const error: unknown = await sending(url).catch((refused: unknown) => refused);
    expect(String(error)).toContain('user unknown');
    expect(inspect(error, { depth: 9 })).not.toContain('ana@');
  });

  test.each([421, 450, 451, 452])('of the recipient by %i is for now', async (code) => {
    const { url } = await startServer({ onRcptTo: (_address, _session, done) => done(refusing(code)) });
    await expect(sending(url)).rejects.toBeInstanceOf(TemporaryMailError);
  });

  test.each([
    [554, PermanentMailError],
    [451, TemporaryMailError],
  ])('of the message by %i', async (code, kind) => {
    const { url } = await startServer({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(refusing(code)));
      },
    });
    await expect(sending(url)).rejects.toBeInstanceOf(kind);
  });

  test('of the sender is for now: it is we who are set up wrongly', async () => {
    const { url } = await startServer({ onMailFrom: (_address, _session, done) => done(refusing(550)) });
    await expect(sending(url)).rejects.toBeInstanceOf(TemporaryMailError);
  });

  test.each([
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example.com, eva@example.com',
    'a na@example.com',
    'a@b\r\nc',
  ])('is not even asked for when the address is %j', async (address) => {
    await expect(sending('smtp://127.0.0.1:1', { to: { name: 'Ana', address } })).rejects.toBeInstanceOf(
      PermanentMailError,
    );
  });
});

describe('an SMTP server', () => {
  test('that is unreachable is a temporary failure', async () => {
    const url = await startRawServer(() => {});
    for (const close of closing.splice(0)) await close();
    await expect(sending(url)).rejects.toBeInstanceOf(TemporaryMailError);
  });

  test('that has no name is a failure for now', async () => {
    await expect(sending('smtp://no-such-host.invalid:25')).rejects.toBeInstanceOf(TemporaryMailError);
  });

  test('that never greets is given up after the time-out', async () => {
    const url = await startRawServer(() => {});
    await expect(sending(url)).rejects.toBeInstanceOf(TemporaryMailError);
  });

  test('that falls silent after the message is given up after the time-out', async () => {
    const { url } = await startServer({ onData: (stream) => void stream.resume() });
    await expect(sending(url)).rejects.toBeInstanceOf(TemporaryMailError);
  });

  test('that hangs up, or speaks something else, is a failure for now', async () => {
    const hangingUp = await startRawServer((socket) => void socket.destroy());
    await expect(sending(hangingUp)).rejects.toBeInstanceOf(TemporaryMailError);
    const other = await startRawServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(sending(other)).rejects.toBeInstanceOf(TemporaryMailError);
    const closed = await startRawServer((socket) => void socket.end('554 no service\r\n'));
    await expect(sending(closed)).rejects.toBeInstanceOf(TemporaryMailError);
  });
});

test('a malformed id or URL is a bug, and reported as one', async () => {
  await expect(sending('smtp://127.0.0.1:1', { messageId: 'a@b' })).rejects.toThrow(RangeError);
  expect(() => createSmtpMailer({ url: 'http://mail', from })).toThrow(TypeError);
  expect(() => createSmtpMailer({ url: 'mail', from })).toThrow(TypeError);
});
