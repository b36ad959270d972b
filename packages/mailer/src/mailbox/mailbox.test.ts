import { createPool, migrate } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import type { TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { PermanentMailError, TemporaryMailError } from '../port.ts';
import type { MailMessage } from '../port.ts';
import { openMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxSchema } from './schema.ts';

let database: TestDatabase;
let pool: Pool;
let mailbox: Mailbox;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'mailbox' });
  await migrate(pool, mailboxSchema);
  mailbox = openMailbox(pool);
});
beforeEach(async () => void (await pool.query('truncate dev_mailbox.message')));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const message = (id: string, over: Partial<MailMessage> = {}): MailMessage => ({
  messageId: id,
  to: { name: 'Ana Lima', address: 'Ana@example.com' },
  subject: 'Assinatura solicitada',
  text: 'Olá, Ana,',
  html: '<p>Olá, Ana,</p>',
  ...over,
});

const idsOf = async (options: Parameters<Mailbox['listMessages']>[0]) =>
  (await mailbox.listMessages(options)).map((entry) => entry.id);

describe('the mailbox', () => {
  test('keeps a message as it was sent', async () => {
    await mailbox.send(message('a', { headers: { 'X-Lacre': 'é' } }));
    expect(await mailbox.readMessage('a')).toEqual({
      id: 'a',
      channel: 'email',
      to: { name: 'Ana Lima', address: 'Ana@example.com' },
      subject: 'Assinatura solicitada',
      text: 'Olá, Ana,',
      html: '<p>Olá, Ana,</p>',
      headers: { 'X-Lacre': 'é' },
      sentAt: expect.any(Date) as Date,
    });
    expect(await mailbox.readMessage('b')).toBeUndefined();
  });

  test('keeps text messages among the others', async () => {
    await mailbox.sms.send({ messageId: 'sms-1', to: '+5511987654321', text: 'Seu código é 123456.' });
    await mailbox.send(message('b'));
    expect(await idsOf({ to: '+5511987654321', limit: 10 })).toEqual(['sms-1']);
    expect(await mailbox.readMessage('sms-1')).toMatchObject({
      channel: 'sms',
      to: { name: '', address: '+5511987654321' },
      text: 'Seu código é 123456.',
    });
  });

  test('stores texts with control characters and emoji', async () => {
    await mailbox.send(message('a', { text: 'a\u0000b 🖋', subject: 'x\u0000\r\ny' }));
    expect(await mailbox.readMessage('a')).toMatchObject({ text: 'ab 🖋', subject: 'x y' });
  });

  test('keeps one of those with the same id: the first', async () => {
    await Promise.all(Array.from({ length: 5 }, () => mailbox.send(message('a'))));
    await mailbox.send(message('a', { subject: 'Outro' }));
    expect(await idsOf({ limit: 10 })).toEqual(['a']);
    expect((await mailbox.readMessage('a'))?.subject).toBe('Assinatura solicitada');
  });

  test('lists the newest first, as many as asked', async () => {
    for (const id of ['a', 'b', 'c']) await mailbox.send(message(id));
    expect(await idsOf({ limit: 2 })).toEqual(['c', 'b']);
  });

  test('finds those to an address, and those with some words', async () => {
    await mailbox.send(message('a'));
    await mailbox.send(
      message('b', { to: { name: 'Rui', address: 'rui@example.com' }, text: 'Código 100%_x' }),
    );
    expect(await idsOf({ to: 'ana@EXAMPLE.com', limit: 10 })).toEqual(['a']);
    expect(await idsOf({ to: 'ana@example', limit: 10 })).toEqual([]);
    expect(await idsOf({ search: 'CÓDIGO', limit: 10 })).toEqual(['b']);
    expect(await idsOf({ search: '0%_', limit: 10 })).toEqual(['b']);
    expect(await idsOf({ search: '%', to: 'ana@example.com', limit: 10 })).toEqual([]);
    expect(await idsOf({ search: 'rui@', limit: 10 })).toEqual(['b']);
  });

  test('refuses as a mail server would', async () => {
    await expect(mailbox.send(message('a', { to: { name: '', address: 'ana' } }))).rejects.toBeInstanceOf(
      PermanentMailError,
    );
    const broken = createPool(database.connectionString, { max: 1, applicationName: 'broken' });
    await broken.end();
    await expect(openMailbox(broken).send(message('a'))).rejects.toBeInstanceOf(TemporaryMailError);
  });
});
