import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { signingPath } from '@lacre/contracts/signing-link';
import { EventStoreUnavailable, type EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { PermanentMailError, TemporaryMailError, type Mailer, type MailMessage } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';

import { actIdOf } from '../act-id.ts';
import { lifeOf, lifeOfDownload, newEvent, plannedProcess, record } from '../testing/index.ts';
import { until } from '../testing/until.ts';
import type { DownloadNotification, NotificationJob, ProcessNotification } from './notification-job.ts';
import { sendNotification } from './send-notification.ts';
import { startDeliveries } from './start-deliveries.ts';

const logger = pino({ level: 'silent' });
const publicUrl = 'https://lacre.exemplo.com.br/';
const created = plannedProcess({
  documents: ['contrato.pdf', 'anexo.pdf'],
  participants: [
    { name: 'Ana Souza', cpf: '52998224725' },
    { name: 'Rui Lima', cpf: '11144477735' },
  ],
});
const { tenantId, processId, requester } = created;
const life = lifeOf(created);
const [ana = '', rui = ''] = created.participants.map(({ personId }) => personId);
const documentId = created.documents[0]?.documentId ?? '';
/** Of the events that `lifeOf` makes; the moment of a rejection is another. */
const actId = actIdOf({ correlationId: 'c1', occurredAt: '2026-03-02T12:00:00.000Z' });

const signedActId = actIdOf({ correlationId: 'c1', occurredAt: '2026-03-02T13:00:00.000Z' });

let eventStore: EventStore;
let sent: MailMessage[];
let refusing: (message: MailMessage) => Error | undefined;
/** Stands at the end of the line: what it takes is kept, what it refuses is thrown. */
const mailer: Mailer = {
  send: async (message) => {
    const error = refusing(message);
    if (error !== undefined) throw error;
    sent.push(message);
  },
};
const proofSecret = Buffer.alloc(32, 7);
const deps = () => ({ eventStore, mailer, logger, publicUrl, proofSecret });

beforeEach(async () => {
  eventStore = createMemoryEventStore();
  sent = [];
  refusing = () => undefined;
  const user = { userId: requester.userId, tenantId, name: requester.name };
  await record(
    eventStore,
    streams.user(requester.userId),
    newEvent('UserCreated', { ...user, email: 'pede@exemplo.com.br', role: 'manager' }),
  );
  await record(eventStore, life.stream, life.created());
});

const invitation = (personId = ana): ProcessNotification => ({
  notificationId: randomUUID(),
  tenantId,
  notificationKind: 'signature-requested',
  processId,
  recipientKind: 'person',
  recipientId: personId,
});
const toRequester = (notificationKind: ProcessNotification['notificationKind']): ProcessNotification => ({
  ...invitation(),
  notificationKind,
  recipientKind: 'user',
  recipientId: requester.userId,
  actId,
});
const outcomes = async ({ notificationId }: NotificationJob) => {
  const types: string[] = [];
  for await (const event of eventStore.readStream(streams.notification(notificationId)))
    types.push(event.type);
  return types;
};

it('asks a participant to sign, with a link of their own, and records it', async () => {
  const job = invitation();
  await sendNotification(deps(), job);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.to).toEqual({ name: 'Ana Souza', address: 'anasouza@exemplo.com.br' });
  expect(sent[0]?.messageId).toBe(job.notificationId);
  expect(sent[0]?.text).toContain(`https://lacre.exemplo.com.br${signingPath(processId, ana)}`);
  expect(sent[0]?.text).toContain('contrato.pdf');
  expect(await outcomes(job)).toEqual(['NotificationSent']);
});

it('sends once, however often it is asked', async () => {
  const job = invitation();
  for (let time = 0; time < 3; time++) await sendNotification(deps(), job);
  expect(sent).toHaveLength(1);
  expect(await outcomes(job)).toEqual(['NotificationSent']);
});

it('sends again under the same id when it does not know whether it was sent', async () => {
  const job = invitation();
  const dying: EventStore = Object.assign(Object.create(eventStore) as EventStore, {
    readStream: eventStore.readStream.bind(eventStore),
    append: async () => {
      throw new Error('killed before the append');
    },
  });
  await expect(sendNotification({ ...deps(), eventStore: dying }, job)).rejects.toThrow('killed');
  await sendNotification(deps(), job);
  expect(sent.map(({ messageId }) => messageId)).toEqual([job.notificationId, job.notificationId]);
  expect(await outcomes(job)).toEqual(['NotificationSent']);
});

it('sends once while the log is away when it has been sent', async () => {
  const job = invitation();
  let away = 3;
  const returning: EventStore = Object.assign(Object.create(eventStore) as EventStore, {
    readStream: eventStore.readStream.bind(eventStore),
    append: async (...asked: Parameters<EventStore['append']>) => {
      if (away-- > 0) throw new EventStoreUnavailable(new Error('restarting'));
      return eventStore.append(...asked);
    },
  });
  await sendNotification({ ...deps(), eventStore: returning }, job);
  expect(sent).toHaveLength(1);
  expect(await outcomes(job)).toEqual(['NotificationSent']);
});

it('records a refusal for good, and does not try again', async () => {
  refusing = () => new PermanentMailError('550 no such user');
  const job = invitation();
  await sendNotification(deps(), job);
  await sendNotification(deps(), job);
  expect(await outcomes(job)).toEqual(['NotificationUndeliverable']);
  expect(sent).toEqual([]);
});

it('leaves a refusal for now to the queue', async () => {
  refusing = () => new TemporaryMailError('451 later');
  const job = invitation();
  await expect(sendNotification(deps(), job)).rejects.toThrow('451');
  expect(await outcomes(job)).toEqual([]);
});

it('notifies the requester of a rejection, with person and reason', async () => {
  await record(eventStore, life.stream, life.rejected(0, 1, 'Valor errado'), life.documentRejected(0));
  await sendNotification(deps(), toRequester('document-rejected'));
  expect(sent[0]?.to.address).toBe('pede@exemplo.com.br');
  for (const part of ['Rui Lima recusou assinar', 'Valor errado', 'contrato.pdf', `/processes/${processId}`])
    expect(sent[0]?.text).toContain(part);
  expect(sent[0]?.text).not.toContain('anexo.pdf');
});

it('notifies the others of a rejection without its reason, and confirms it to the one who rejected', async () => {
  await record(eventStore, life.stream, life.rejected(0, 1, 'Valor errado'), life.documentRejected(0));
  const told = (personId: string) => ({
    ...invitation(personId),
    notificationKind: 'document-rejected' as const,
    actId,
  });
  await sendNotification(deps(), told(ana));
  await sendNotification(deps(), told(rui));
  const [toAna, toRui] = sent;
  expect(toAna?.text).toContain('Rui Lima recusou assinar.');
  expect(toAna?.text).not.toContain('Valor errado');
  expect(toRui?.subject).toMatch(/^Recusa registrada: /);
  expect(toRui?.text).toContain('Valor errado');
});

it('says that a document is still open when a refusal does not end it', async () => {
  await record(eventStore, life.stream, life.rejected(0, 1, 'Valor errado'));
  await sendNotification(deps(), toRequester('document-rejected'));
  expect(sent[0]?.text).toContain('o documento continua recebendo assinaturas');
  expect(sent[0]?.text).toContain('Valor errado');
});

it('sends the signer a receipt, and the requester the number of signatures', async () => {
  const client = { ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/153.0 Mobile' };
  const signed = life.signed(0, 0);
  await record(eventStore, life.stream, { ...signed, metadata: { ...signed.metadata, client } });
  const told = { ...invitation(ana), notificationKind: 'signature-recorded' as const, actId: signedActId };
  await sendNotification(deps(), told);
  await sendNotification(deps(), { ...toRequester('signature-recorded'), actId: signedActId });
  const [receipt, news] = sent;
  for (const part of ['contrato.pdf', '203.0.113.9', 'Chrome 153 · Android', '2 de março de 2026'])
    expect(receipt?.text).toContain(part);
  expect(receipt?.text).not.toContain('anexo.pdf');
  expect(news?.to.address).toBe('pede@exemplo.com.br');
  expect(news?.text).toContain('Ana Souza assinou um documento.');
  expect(news?.text).toContain('Já assinaram: 0 de 2');
});

it('notifies a replaced participant, at the address they were asked at', async () => {
  const eva = { personId: randomUUID(), name: 'Eva', cpf: '12345678909' };
  await record(eventStore, life.stream, life.replaced(0, eva));
  await sendNotification(deps(), { ...invitation(ana), notificationKind: 'participant-replaced', actId });
  expect(sent[0]?.to).toEqual({ name: 'Ana Souza', address: 'anasouza@exemplo.com.br' });
  for (const part of ['Outra pessoa foi indicada', 'contrato.pdf', 'anexo.pdf'])
    expect(sent[0]?.text).toContain(part);
  expect(sent[0]?.text).not.toContain('Eva');
});

it('sends the former signer a receipt, the requester the news, and the new participant the request', async () => {
  const eva = { personId: randomUUID(), name: 'Eva Gomes', cpf: '12345678909' };
  await record(eventStore, life.stream, life.delegated(0, eva));
  const ofAct = { actId: actIdOf({ correlationId: 'c1', occurredAt: '2026-03-03T12:00:00.000Z' }) };
  await sendNotification(deps(), { ...invitation(ana), notificationKind: 'signature-delegated', ...ofAct });
  await sendNotification(deps(), { ...toRequester('signature-delegated'), ...ofAct });
  await sendNotification(deps(), { ...invitation(eva.personId), ...ofAct });
  const [receipt, news, asked] = sent;
  expect(receipt?.to.address).toBe('anasouza@exemplo.com.br');
  for (const part of ['Eva Gomes', '203.0.113.9', 'contrato.pdf', 'O seu link deixou de valer'])
    expect(receipt?.text).toContain(part);
  for (const part of ['Ana Souza', 'Eva Gomes', 'Quem assina é a diretora'])
    expect(news?.text).toContain(part);
  expect(asked?.to).toEqual({ name: 'Eva Gomes', address: 'novo@exemplo.com.br' });
  expect(asked?.text).toContain(`https://lacre.exemplo.com.br${signingPath(processId, eva.personId)}`);
});

it('names to a dispensed signatory their documents alone', async () => {
  await record(eventStore, life.stream, life.dispensed(1, 0));
  await sendNotification(deps(), { ...invitation(ana), notificationKind: 'signature-dispensed', actId });
  expect(sent[0]?.subject).toContain('Você foi dispensado de assinar');
  expect(sent[0]?.text).toContain('anexo.pdf');
  expect(sent[0]?.text).not.toContain('contrato.pdf');
});

it('speaks on behalf of the account, with its present name, colour and logo', async () => {
  const tenant = { tenantId, name: 'Andrade', domain: 'andrade', administratorId: randomUUID() };
  const image = (letter: string) => ({ sha256: letter.repeat(64), mediaType: 'image/png' as const });
  const changed = (name: 'logo' | 'bg', letter: string) =>
    newEvent('TenantImageChanged', { tenantId, name, image: image(letter) });
  const settings = { displayName: 'Escritório Andrade', primaryColor: '#0e5e4a' };
  await record(
    eventStore,
    streams.tenant(tenantId),
    newEvent('TenantRegistered', tenant),
    newEvent('TenantSettingsChanged', { tenantId, settings }),
    changed('logo', 'a'),
    changed('logo', 'b'),
    changed('bg', 'c'),
  );
  await sendNotification(deps(), invitation());
  const [mail] = sent;
  expect(mail?.senderName).toBe('Escritório Andrade');
  expect(mail?.text).toContain('Enviado por Escritório Andrade (andrade) pelo Lacre');
  const logo = `https://lacre.exemplo.com.br/api/tenant/${tenantId}/image/${'b'.repeat(64)}`;
  expect(mail?.html.match(/<img src="([^"]*)"/)?.[1]).toBe(logo);
  expect(mail?.html).toContain('background-color:#0e5e4a');
});

it('notifies the signers of a canceled document', async () => {
  await record(eventStore, life.stream, life.canceled(0, 'Mudou o preço'));
  await sendNotification(deps(), { ...invitation(), notificationKind: 'document-canceled', actId });
  for (const part of ['Mudou o preço', 'contrato.pdf']) expect(sent[0]?.text).toContain(part);
  expect(sent[0]?.text).not.toContain('anexo.pdf');
  expect(sent[0]?.subject).toMatch(/^Documento cancelado: /);
});

it('announces in one message that the whole process was canceled, naming its documents', async () => {
  await record(
    eventStore,
    life.stream,
    life.canceled(0, 'Mudou o preço'),
    life.canceled(1, 'Mudou o preço'),
    life.processCanceled(),
  );
  await sendNotification(deps(), { ...invitation(), notificationKind: 'document-canceled', actId });
  expect(sent[0]?.subject).toMatch(/^Processo cancelado: /);
  for (const part of ['Mudou o preço', 'contrato.pdf', 'anexo.pdf']) expect(sent[0]?.text).toContain(part);
});

it('gives up on an act that ended nothing', async () => {
  await record(eventStore, life.stream, life.canceled(0));
  const job = { ...toRequester('document-rejected'), actId: randomUUID() };
  await expect(sendNotification(deps(), job)).rejects.toThrow(Unprocessable);
});

it('announces a finished process, naming what was sealed', async () => {
  await record(eventStore, life.stream, life.completed(0), life.canceled(1), life.sealed(0), life.finished());
  await sendNotification(deps(), toRequester('process-finished'));
  expect(sent[0]?.text).toContain('contrato.pdf');
  expect(sent[0]?.text).not.toContain('anexo.pdf');
  expect(sent[0]?.text).toContain('https://lacre.exemplo.com.br/validate');
});

describe('a download that is ready', () => {
  const { userId } = requester;
  const documents = [{ processId, documentId }];
  const download = lifeOfDownload({ tenantId, userId, documents, sizeBytes: 3_000_000 });
  const job: DownloadNotification = {
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'download-ready',
    downloadId: download.downloadId,
    recipientKind: 'user',
    recipientId: userId,
  };
  const expiresAt = '2026-11-30T21:00:00.000Z';
  const now = () => new Date('2026-11-24T12:00:00.000Z');

  beforeEach(async () => {
    await record(eventStore, download.stream, download.requested(), download.prepared(expiresAt));
  });

  it('is announced to its requester, with how much it is, until when and where', async () => {
    await sendNotification({ ...deps(), now }, job);
    expect(sent[0]?.to.address).toBe('pede@exemplo.com.br');
    for (const part of [
      'Contratos de março',
      'Tamanho: 2,9 MB',
      'Disponível até: 30 de novembro de 2026 às 18:00',
      'https://lacre.exemplo.com.br/downloads',
    ])
      expect(sent[0]?.text).toContain(part);
    expect(await outcomes(job)).toEqual(['NotificationSent']);
  });

  it('is not announced once its time is over', async () => {
    await sendNotification({ ...deps(), now: () => new Date(expiresAt) }, job);
    expect(sent).toEqual([]);
    expect(await outcomes(job)).toEqual(['NotificationUndeliverable']);
  });

  it.each([
    ['of another tenant', { tenantId: randomUUID() }],
    ['that is not there', { downloadId: randomUUID() }],
    ['for a user who is not there', { recipientId: randomUUID() }],
  ])('gives up on one %s', async (_name, wrong) => {
    await expect(sendNotification({ ...deps(), now }, { ...job, ...wrong })).rejects.toThrow(Unprocessable);
    expect(sent).toEqual([]);
  });
});

it.each([
  ['a process of another tenant', (): NotificationJob => ({ ...invitation(), tenantId: randomUUID() })],
  ['a process that is not there', (): NotificationJob => ({ ...invitation(), processId: randomUUID() })],
  ['a person who takes no part', (): NotificationJob => invitation(randomUUID())],
])('gives up on %s', async (_name, job) => {
  await expect(sendNotification(deps(), job())).rejects.toThrow(Unprocessable);
  expect(sent).toEqual([]);
});

it('delivers to others while one recipient’s message fails', async () => {
  refusing = (message) => (message.to.name === 'Ana Souza' ? new TemporaryMailError('451 later') : undefined);
  const queue = new MemoryWorkQueue();
  const consumer = await startDeliveries({ ...deps(), queue });
  const jobs = [invitation(ana), invitation(rui)];
  for (const job of jobs)
    await queue.publish('send-notification', { ...job } as never, { dedupeKey: job.notificationId });
  await until(async () => sent.length === 1);
  expect(sent[0]?.to.name).toBe('Rui Lima');
  await consumer.stop();
  await queue.close();
});

it('does not ask a participant replaced meanwhile, nor for closed documents', async () => {
  const eva = { personId: randomUUID(), name: 'Eva', cpf: '12345678909' };
  await record(eventStore, life.stream, life.replaced(0, eva));
  await sendNotification(deps(), invitation(ana));
  expect(sent).toEqual([]);
  await sendNotification(deps(), invitation(eva.personId));
  expect(sent.map(({ to }) => to)).toEqual([{ name: 'Eva', address: 'novo@exemplo.com.br' }]);
  await record(eventStore, life.stream, life.canceled(0), life.canceled(1));
  const late = invitation(rui);
  await sendNotification(deps(), late);
  expect(sent).toHaveLength(1);
  expect(await outcomes(late)).toEqual(['NotificationUndeliverable']);
});

it('reminds of open documents, with the deadline', async () => {
  await record(eventStore, life.stream, life.canceled(0), life.deadlineExtended('2026-12-01T15:00:00.000Z'));
  await sendNotification(deps(), { ...invitation(), notificationKind: 'signature-reminder', actId });
  expect(sent[0]?.subject).toMatch(/^Lembrete: /);
  for (const part of ['anexo.pdf', '1 de dezembro de 2026']) expect(sent[0]?.text).toContain(part);
  expect(sent[0]?.text).not.toContain('contrato.pdf');
});

it('notifies both sides that the deadline closed what was pending', async () => {
  await record(
    eventStore,
    life.stream,
    life.completed(0),
    life.expired('2026-03-10T12:00:00.000Z', 0, 1),
    life.rejectedByDeadline(1),
  );
  await sendNotification(deps(), { ...invitation(), notificationKind: 'process-expired' });
  await sendNotification(deps(), toRequester('process-expired'));
  for (const mail of sent) {
    expect(mail.subject).toMatch(/^Prazo encerrado: /);
    expect(mail.text).toContain('anexo.pdf');
    expect(mail.text).not.toContain('contrato.pdf');
  }
  expect(sent[1]?.text).toContain('O crédito reservado para ele voltou ao saldo');
});
