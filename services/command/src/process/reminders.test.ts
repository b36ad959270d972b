import { describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import {
  acting,
  AT,
  completed,
  documentCanceled,
  expired,
  documentRejected,
  groupAsked,
  processCanceled,
  remind,
  remindBySchedule,
  reminded,
  type Cast,
} from '../testing/process-builder.ts';
import { signatureProcess } from './decide/decide-process.ts';
import { nextReminder } from './decide/reminder-schedule.ts';

const { given } = specificationOf(signatureProcess);
const cast: Cast = { signers: ['ana', 'rui', 'eva'], groups: { eva: 2 } };
const { created, signed } = acting(cast);
const SOON = '2026-03-02T12:59:59.999Z';
const HOUR = '2026-03-02T13:00:00.000Z';

describe('a reminder by hand', () => {
  it('goes to every participant whose turn it is', () => {
    given(created)
      .when(remind(AT))
      .thenEvents(reminded('hand', AT, ['ana', 'rui']));
    given(created, signed('ana'))
      .when(remind(AT))
      .thenEvents(reminded('hand', AT, ['rui']));
  });

  it('goes to the participants named, each of whom must be able to act', () => {
    given(created)
      .when(remind(AT, 'rui'))
      .thenEvents(reminded('hand', AT, ['rui']));
    given(created)
      .when(remind(AT, 'rui', 'eva'))
      .thenRejected('NOT_YOUR_TURN');
    given(created).when(remind(AT, 'leo')).thenRejected('SIGNER_NOT_FOUND');
    given(created, signed('ana')).when(remind(AT, 'ana')).thenRejected('SIGNATURE_NOT_PENDING');
  });

  it('is sent to each once an hour at most', () => {
    const history = [created, reminded('hand', AT, ['ana'])];
    given(...history)
      .when(remind(SOON, 'ana'))
      .thenRejected('TOO_MANY_REQUESTS');
    given(...history)
      .when(remind(SOON, 'ana', 'rui'))
      .thenRejected('TOO_MANY_REQUESTS');
    given(...history)
      .when(remind(SOON))
      .thenEvents(reminded('hand', SOON, ['rui']));
    // When the first of them may be reminded again, or all who are named.
    given(...history, reminded('hand', SOON, ['rui']))
      .when(remind(SOON))
      .thenRejected('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    given(...history, reminded('hand', SOON, ['rui']))
      .when(remind(SOON, 'ana', 'rui'))
      .thenRejected('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 });
    given(...history)
      .when(remind(HOUR, 'ana'))
      .thenEvents(reminded('hand', HOUR, ['ana']));
  });

  it('is refused where no participant is waited for', () => {
    given(created, documentCanceled(), processCanceled)
      .when(remind(AT))
      .thenRejected('SIGNATURE_NOT_PENDING');
    const solo = acting({ deadline: HOUR });
    given(solo.created, solo.signed('ana'), completed())
      .when(remind(AT))
      .thenRejected('SIGNATURE_NOT_PENDING');
    given(solo.created).when(remind(HOUR)).thenRejected('DEADLINE_PASSED');
    given().when(remind(AT)).thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
  });

  it('skips a representative who is not needed any more', () => {
    const board = acting({ signers: ['leo'], signatories: ['ana', 'rui'], minimumSignatories: 1 });
    given(board.created, board.signed('ana'))
      .when(remind(AT))
      .thenEvents(reminded('hand', AT, ['leo']));
    given(board.created, board.signed('ana')).when(remind(AT, 'rui')).thenRejected('SIGNATURE_NOT_PENDING');
  });
});

describe('the schedule', () => {
  const scheduled = acting({ ...cast, everyDays: 3, deadline: '2026-03-10T12:00:00.000Z' });
  const [first, second] = ['2026-03-05T12:00:00.000Z', '2026-03-08T12:00:00.000Z'];

  it('begins with the process, and stops before the deadline', () => {
    expect(scheduled.created.data.nextReminderAt).toBe(first);
    given(scheduled.created)
      .when(remindBySchedule(first))
      .thenEvents(reminded('schedule', first, ['ana', 'rui'], second));
    given(scheduled.created, reminded('schedule', first, ['ana', 'rui'], second))
      .when(remindBySchedule(second))
      .thenEvents(reminded('schedule', second, ['ana', 'rui']));
  });

  it('waits for its moment, and does nothing twice', () => {
    given(scheduled.created).when(remindBySchedule('2026-03-05T11:59:59.999Z')).thenNothing();
    given(scheduled.created, reminded('schedule', first, ['ana', 'rui'], second))
      .when(remindBySchedule(first))
      .thenNothing();
    given(
      scheduled.created,
      reminded('schedule', first, ['ana'], second),
      reminded('schedule', second, ['ana']),
    )
      .when(remindBySchedule('2026-03-09T12:00:00.000Z'))
      .thenNothing();
  });

  it('skips a participant reminded by hand just before, and schedules the next', () => {
    given(scheduled.created, reminded('hand', '2026-03-05T11:00:00.000Z', ['ana']))
      .when(remindBySchedule(first))
      .thenEvents(reminded('schedule', first, ['rui'], second));
  });

  it('reminds participants whose turn has come', () => {
    given(scheduled.created, scheduled.signed('ana'), scheduled.signed('rui'), groupAsked(2, 'eva'))
      .when(remindBySchedule(first))
      .thenEvents(reminded('schedule', first, ['eva'], second));
  });

  it('is silent after the end', () => {
    const end = [expired('2026-03-10T12:00:00.000Z'), documentRejected('deadline-passed')];
    given(scheduled.created, ...end)
      .when(remindBySchedule('2026-03-11T12:00:00.000Z'))
      .thenNothing();
    given(scheduled.created, documentCanceled(), processCanceled).when(remindBySchedule(first)).thenNothing();
  });

  it('makes one reminder of those that fell due while the service was away', () => {
    const now = '2026-03-12T00:00:00.000Z';
    expect(nextReminder({ everyDays: 3 }, { due: first, now, deadline: undefined })).toBe(
      '2026-03-14T12:00:00.000Z',
    );
  });
});
