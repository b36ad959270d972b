import { randomUUID } from 'node:crypto';

import type { NewEvent } from '@lacre/event-store';
import { expect, it } from 'vitest';

import { actIdOf } from '../act-id.ts';
import { lifeOfDownload, newEvent, sha256Of } from '../testing/index.ts';
import {
  created,
  documentId,
  life,
  processId,
  reference,
  refunded,
  tenantId,
  useOpenWork,
  type Open,
} from '../testing/use-open-work.ts';

const { openAfter, rowsAfter } = useOpenWork();

const failure = { ...reference, documentId, reason: 'document-takes-no-seal' as const };
const sealFailed = newEvent('SealFailed', { ...failure, detail: 'role-conflict' });
const documentSealFailed = newEvent('DocumentSealFailed', failure);
const sealProduced = newEvent('SealProduced', {
  ...reference,
  documentId,
  sourceSha256: sha256Of('a'),
  sha256: sha256Of('b'),
  sizeBytes: 1,
  level: 'B-B',
  certificateSha256: sha256Of('c'),
  validationCode: 'X',
  sealedAt: '2026-03-02T14:00:00.000Z',
  pack: null,
});
const reserved = newEvent('CreditsReserved', { ...reference, amount: 2 });
const consumed = newEvent('CreditsConsumed', { ...reference, amount: 1, documentId });
const refundedWhole = newEvent('CreditsRefunded', { ...reference, amount: 2 });

const settled = (open: Open | undefined) => ({
  notificationId: open?.payload['notificationId'] ?? '',
  tenantId,
  kind: 'signature-requested' as const,
  processId,
  recipient: { kind: 'person' as const, id: open?.payload['recipientId'] ?? randomUUID() },
});
const kinds = (open: Open[]) => open.map(({ kind }) => kind);

const monthlySet = (amount: number) =>
  newEvent('MonthlyCreditsSet', {
    tenantId,
    amount,
    from: '2026-11',
    ...(amount === 0 ? {} : { nextGrantAt: '2026-11-01T03:00:00.000Z' }),
  });
const monthGranted = newEvent('CreditsGranted', {
  tenantId,
  amount: 30,
  reason: 'Créditos mensais de novembro de 2026',
  month: '2026-11',
  nextGrantAt: '2026-12-01T03:00:00.000Z',
});

const move = { tenantId, moveId: randomUUID(), address: 'https://assina2.example' };
const movedOut = newEvent('TenantMovedOut', move);

it.each<[string, NewEvent[], string[]]>([
  ['a monthly grant waits for its month', [monthlySet(30)], ['grant-monthly-credits']],
  ['and then for the next', [monthlySet(30), monthGranted], ['grant-monthly-credits']],
  ['and ends when it is set to nothing', [monthlySet(30), monthGranted, monthlySet(0)], []],
  [
    'what a tenant asked for that left is not to be done here',
    [monthlySet(30), life.created(), life.completed(0), movedOut],
    [],
  ],
  ['a completed document is to be sealed', [life.created(), life.completed(0)], ['seal-document']],
  ['a seal is to be recorded', [life.created(), life.completed(0), sealProduced], ['record-seal']],
  [
    'a failed seal is to be recorded',
    [life.created(), life.completed(0), sealFailed],
    ['record-seal-failure'],
  ],
  [
    'and gives the credit back and notifies the requester',
    [life.created(), life.completed(0), sealFailed, documentSealFailed],
    ['refund-credit', 'send-notification'],
  ],
  [
    'a sealed document costs a credit',
    [life.created(), life.completed(0), sealProduced, life.sealed(0)],
    ['consume-credit'],
  ],
  ['and costs it once', [life.created(), life.completed(0), sealProduced, life.sealed(0), consumed], []],
  ['credits without a process are watched', [reserved], ['abandon-process']],
  ['and forgotten once there is one', [reserved, life.created()], []],
  ['or once they are back', [reserved, refundedWhole], []],
  ['the refund of one document is no refund of the process', [reserved, refunded], ['abandon-process']],
])('%s', async (_name, events, expected) => {
  expect(kinds(await openAfter(events))).toEqual(expected);
});

it('renews an archived seal ninety days before its proof ends, again and again', async () => {
  const whole = [life.created(), life.completed(0), life.sealProduced(0), life.sealed(0), consumed];
  const due = async (events: NewEvent[]) => {
    const query = 'select kind, payload, not_before from projector.open_work where kind = $$renew-seal$$';
    const rows = await rowsAfter(events, 'one by one', query);
    return (rows ?? []) as unknown as { payload: object; not_before: Date }[];
  };
  const first = await due(whole);
  expect(first.map(({ not_before }) => not_before.toISOString())).toEqual(['2030-12-02T14:00:00.000Z']);
  expect(first[0]?.payload).toEqual({ key: documentId, tenantId, processId, documentId });
  const next = await due([...whole, life.sealRenewed(0)]);
  expect(next.map(({ not_before }) => not_before.toISOString())).toEqual(['2035-12-03T14:00:00.000Z']);
});

it('gives back a canceled document’s credit and notifies its signers', async () => {
  const open = await openAfter([life.created(), life.canceled(0, 'Mudou')]);
  expect(kinds(open)).toEqual(['refund-credit', 'send-notification', 'send-notification']);
  expect(open[0]?.payload).toEqual({ key: documentId, tenantId, processId, documentId });
  expect(new Set(open.slice(1).map(({ payload }) => payload['recipientId']))).toEqual(
    new Set(created.participants.map(({ personId }) => personId)),
  );
  expect(kinds(await openAfter([life.created(), life.canceled(0), refunded]))).toEqual([
    'send-notification',
    'send-notification',
  ]);
});

it('notifies each participant once of a canceled process, and of another act by another message', async () => {
  const canceled = [life.created(), life.canceled(0), life.canceled(1), life.processCanceled()];
  const told = (open: Open[]) => open.filter(({ kind }) => kind === 'send-notification');
  const once = told(await openAfter(canceled));
  expect(once).toHaveLength(created.participants.length);
  expect(new Set(once.map(({ payload }) => payload['recipientId']))).toEqual(
    new Set(created.participants.map(({ personId }) => personId)),
  );
  expect(told(await openAfter(canceled))).toEqual(once);
  const byTwoActs = [
    life.created(),
    life.canceled(0),
    newEvent(
      'DocumentCanceled',
      { ...reference, documentId: created.documents[1]?.documentId ?? '' },
      { correlationId: 'c2' },
    ),
  ];
  expect(told(await openAfter(byTwoActs))).toHaveLength(4);
});

it('notifies the requester once of an act that refused several documents', async () => {
  const events = [
    life.created(),
    life.rejected(0, 0),
    life.documentRejected(0),
    life.rejected(1, 0),
    life.documentRejected(1),
    life.processRejected(),
  ];
  const open = await openAfter(events);
  expect(open.filter(({ kind }) => kind === 'send-notification')).toHaveLength(1);
});

it('notifies the requester of a rejected document', async () => {
  const open = await openAfter([life.created(), life.rejected(0, 0), life.documentRejected(0), refunded]);
  expect(open.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({
      notificationKind: 'document-rejected',
      recipientKind: 'user',
      recipientId: created.requester.userId,
      actId: actIdOf({ correlationId: 'c1', occurredAt: '2026-03-02T12:00:00.000Z' }),
    }),
  ]);
});

it('notifies requester and participants of a finished process, and invites each participant once', async () => {
  const events = [life.created(), life.finished()];
  const open = await openAfter(events, { invitations: true });
  const told = open
    .map(({ payload }) => `${payload['notificationKind']} ${payload['recipientKind']}`)
    .toSorted();
  expect(told).toEqual([
    'process-finished person',
    'process-finished person',
    'process-finished user',
    'signature-requested person',
    'signature-requested person',
  ]);
  const again = await openAfter(events, { invitations: true });
  expect(again).toEqual(open);
});

const requesterId = created.requester.userId;
const download = lifeOfDownload({ tenantId, userId: requesterId, description: 'Contratos do Rui' });
const { downloadId } = download;

it('has a download prepared, announced, and expired when its time comes', async () => {
  expect(await openAfter([download.requested()])).toEqual([
    { kind: 'prepare-download', key: downloadId, payload: { key: downloadId, tenantId, downloadId } },
  ]);
  const open = await openAfter([download.requested(), download.prepared()]);
  expect(kinds(open)).toEqual(['expire-download', 'send-notification']);
  expect(open[0]?.payload).toEqual({ key: downloadId, tenantId, downloadId });
  expect(open[1]?.payload).toMatchObject({
    notificationKind: 'download-ready',
    downloadId,
    recipientKind: 'user',
    recipientId: requesterId,
  });
  const sent = newEvent('NotificationSent', {
    notificationId: open[1]?.payload['notificationId'] ?? '',
    tenantId,
    kind: 'download-ready',
    downloadId,
    recipient: { kind: 'user', id: requesterId },
  });
  expect(kinds(await openAfter([download.requested(), download.prepared(), sent]))).toEqual([
    'expire-download',
  ]);
  expect(await openAfter([download.requested(), download.prepared(), sent, download.expired()])).toEqual([]);
});

it('does not expire a download before its time', async () => {
  const read = `select not_before from projector.open_work where kind = 'expire-download'`;
  const rows = await rowsAfter([download.requested(), download.prepared()], 'at once', read);
  expect(rows).toEqual([{ not_before: new Date('2026-03-09T12:00:30.000Z') }]);
});

it('has nothing open for a message that was sent or cannot be', async () => {
  const [first, second] = await openAfter([life.created()], { invitations: true });
  const events = [
    life.created(),
    newEvent('NotificationSent', settled(first)),
    newEvent('NotificationUndeliverable', { ...settled(second), reason: 'não existe' }),
  ];
  expect(await openAfter(events, { invitations: true })).toEqual([]);
});

it('never carries personal data', async () => {
  const events = [life.created(), life.canceled(0), life.completed(1), life.finished()];
  const open = await openAfter([...events, download.requested(), download.prepared()], { invitations: true });
  expect(open.length).toBeGreaterThan(5);
  expect(JSON.stringify(open)).not.toMatch(/Ana|Rui|@|52998224725|11144477735|\.pdf/);
});
