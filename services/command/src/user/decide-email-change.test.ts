import { derivedId } from '@lacre/event-store';
import { it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { user, type UserStreamEvent } from './decide-user.ts';

const { given } = specificationOf(user);
const [userId, tenantId, changeId, other] = ['user', 'tenant', 'change', 'other'].map((name) =>
  derivedId(name),
) as [string, string, string, string];
const reference = { userId, tenantId };
const [former, next, last] = ['ana@exemplo.com.br', 'ana@nova.com.br', 'ana@ultima.com.br'];
const [requestedAt, undoUntil, later] = [
  '2026-11-02T12:00:00.000Z',
  '2026-11-09T12:00:00.000Z',
  '2026-11-09T12:00:00.001Z',
];
const created: UserStreamEvent = {
  type: 'UserCreated',
  data: { ...reference, name: 'Ana', email: former, role: 'manager' },
};
const asked = (id: string, email: string): UserStreamEvent => ({
  type: 'UserEmailChangeRequested',
  data: { ...reference, changeId: id, email, requestedAt },
});
const moved = (id: string, email: string): UserStreamEvent => ({
  type: 'UserEdited',
  data: { ...reference, name: 'Ana', email, emailChanged: true, emailChange: { changeId: id, undoUntil } },
});
const undone = (id: string, email: string): UserStreamEvent => ({
  type: 'UserEdited',
  data: { ...reference, name: 'Ana', email, emailChanged: true, undoneChangeId: id },
});
const verified: UserStreamEvent = { type: 'UserEmailVerified', data: reference };
const confirm = (id = changeId) =>
  ({ type: 'confirmEmailChange', tenantId, changeId: id, undoUntil }) as const;
const undo = (id = changeId, at = requestedAt) =>
  ({ type: 'undoEmailChange', tenantId, changeId: id, at }) as const;

it('counts once it is confirmed, and not before', () => {
  const request = { type: 'requestEmailChange', tenantId, changeId, email: next, at: requestedAt } as const;
  given(created).when(request).thenEvents(asked(changeId, next));
  given(created).when(confirm()).thenRejected('LINK_INVALID');
  given(created, asked(changeId, next)).when(confirm()).thenEvents(moved(changeId, next), verified);
  given(created, asked(changeId, next), moved(changeId, next), verified).when(confirm()).thenNothing();
});

it('is confirmed by the link of the last request alone, and of none that was canceled', () => {
  given(created, asked(changeId, next), asked(other, last)).when(confirm()).thenRejected('LINK_INVALID');
  const canceled: UserStreamEvent = { type: 'UserEmailChangeCanceled', data: { ...reference, changeId } };
  given(created, asked(changeId, next)).when({ type: 'cancelEmailChange', tenantId }).thenEvents(canceled);
  given(created, asked(changeId, next), canceled).when(confirm()).thenRejected('LINK_INVALID');
});

it('is taken back until its time is over, once', () => {
  const changed = [created, asked(changeId, next), moved(changeId, next), verified] as const;
  given(...changed)
    .when(undo())
    .thenEvents(undone(changeId, former), verified);
  given(...changed)
    .when(undo(changeId, later))
    .thenRejected('LINK_INVALID');
  given(...changed, undone(changeId, former), verified)
    .when(undo())
    .thenRejected('LINK_INVALID');
});

it('is taken back together with every change after it', () => {
  const twice = [
    created,
    asked(changeId, next),
    moved(changeId, next),
    verified,
    asked(other, last),
    moved(other, last),
    verified,
  ] as const;
  given(...twice)
    .when(undo())
    .thenEvents(undone(changeId, former), verified);
  given(...twice, undone(changeId, former), verified)
    .when(undo(other))
    .thenRejected('LINK_INVALID');
});

it('is another tenant’s business', () => {
  given(created, asked(changeId, next))
    .when({ ...confirm(), tenantId: other })
    .thenRejected('AUTH_USER_NOT_FOUND');
});
