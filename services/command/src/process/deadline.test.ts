import { describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import {
  acting,
  AT,
  cancel,
  completed,
  creation,
  deadlineExtended,
  documentRejected,
  documentSealed,
  expire,
  expired,
  extendDeadline,
  finished,
  groupAsked,
  processRejected,
  recordSeal,
  type Cast,
} from '../testing/process-builder.ts';
import { signatureProcess } from './decide/decide-process.ts';

const { given } = specificationOf(signatureProcess);
const DEADLINE = '2026-03-10T12:00:00.000Z';
const JUST_BEFORE = '2026-03-10T11:59:59.999Z';
const LATER = '2026-03-20T12:00:00.000Z';
const cast: Cast = { signers: ['ana', 'rui'], deadline: DEADLINE };
const { created, sign, reject, signed } = acting(cast);
const two = acting({ documents: ['a.pdf', 'b.pdf'], deadline: DEADLINE });

describe('a deadline', () => {
  it('must be ahead when the process is created', () => {
    for (const deadline of [AT, '2026-03-01T00:00:00.000Z'])
      given().when(creation({ deadline })).thenRejected('DEADLINE_INVALID');
    expect(created.data.deadline).toBe(DEADLINE);
  });

  it('allows signing until it passes, and not from then on, before the expiry is recorded too', () => {
    given(created)
      .when(sign('ana', { at: JUST_BEFORE }))
      .thenTypes('SignatureSigned');
    for (const at of [DEADLINE, LATER]) {
      given(created).when(sign('ana', { at })).thenRejected('DEADLINE_PASSED');
      given(created)
        .when(reject('ana', 'Não', { at }))
        .thenRejected('DEADLINE_PASSED');
    }
  });

  it('refuses signing after the expiry, and a signature given before as already given', () => {
    const history = [created, signed('ana'), expired(DEADLINE, 'rui'), documentRejected('deadline-passed')];
    given(...history)
      .when(sign('rui', { at: LATER }))
      .thenRejected('DEADLINE_PASSED');
    given(...history)
      .when(sign('ana', { at: LATER }))
      .thenRejected('PERSON_ALREADY_SIGNED');
  });
});

describe('expiry', () => {
  it('waits for its moment', () => {
    given(created).when(expire(JUST_BEFORE)).thenNothing();
    given(acting({}).created).when(expire(LATER)).thenNothing();
  });

  it('rejects pending documents, names the signers who missed it, and happens once', () => {
    const events = [expired(DEADLINE, 'rui'), documentRejected('deadline-passed'), processRejected];
    given(created, signed('ana'))
      .when(expire(DEADLINE))
      .thenEvents(...events);
    given(created, signed('ana'), ...events)
      .when(expire(LATER))
      .thenNothing();
  });

  it('marks pending signatures as rejected by the deadline, and no others', () => {
    const state = given(
      created,
      signed('ana'),
      expired(DEADLINE, 'rui'),
      documentRejected('deadline-passed'),
    ).state();
    const signatures = 'signatures' in state ? [...state.signatures.values()] : [];
    expect(signatures.map(({ status, expired: late }) => [status, late])).toEqual([
      ['signed', false],
      ['rejected', true],
    ]);
  });

  it('names no participant whose turn had not come', () => {
    const ordered = acting({ ...cast, groups: { rui: 2 } });
    given(ordered.created)
      .when(expire(DEADLINE))
      .thenEvents(expired(DEADLINE, 'ana'), documentRejected('deadline-passed'), processRejected);
    given(ordered.created, ordered.signed('ana'), groupAsked(2, 'rui'))
      .when(expire(DEADLINE))
      .thenEvents(expired(DEADLINE, 'rui'), documentRejected('deadline-passed'), processRejected);
  });

  it('leaves completed documents to their seals, and the process to its good end', () => {
    const history = [two.created, two.signed('ana', 'a.pdf'), completed('a.pdf')];
    const events = [expired(DEADLINE, 'ana'), documentRejected('deadline-passed', 'b.pdf')];
    given(...history)
      .when(expire(DEADLINE))
      .thenEvents(...events);
    given(...history, ...events)
      .when(recordSeal('a.pdf'))
      .thenEvents(documentSealed('a.pdf'), finished);
  });

  it('finds nothing to do where everything is complete', () => {
    const solo = acting({ deadline: DEADLINE });
    given(solo.created, solo.signed('ana'), completed()).when(expire(LATER)).thenNothing();
  });
});

describe('an extension', () => {
  it('moves the deadline while it has not passed', () => {
    given(created).when(extendDeadline(LATER, JUST_BEFORE)).thenEvents(deadlineExtended(LATER));
    given(created).when(extendDeadline(LATER, DEADLINE)).thenRejected('DEADLINE_PASSED');
    given(created, deadlineExtended(LATER)).when(expire(DEADLINE)).thenNothing();
    given(created, deadlineExtended(LATER))
      .when(sign('ana', { at: DEADLINE }))
      .thenTypes('SignatureSigned');
  });

  it('never shortens it, and is never past', () => {
    given(created).when(extendDeadline(DEADLINE)).thenRejected('DEADLINE_INVALID');
    given(created).when(extendDeadline(JUST_BEFORE)).thenRejected('DEADLINE_INVALID');
    const open = acting({});
    given(open.created).when(extendDeadline(AT)).thenRejected('DEADLINE_INVALID');
    given(open.created).when(extendDeadline(DEADLINE)).thenEvents(deadlineExtended(DEADLINE));
  });

  it('is refused where nothing is pending', () => {
    const solo = acting({ deadline: DEADLINE });
    given(solo.created, solo.signed('ana'), completed())
      .when(extendDeadline(LATER))
      .thenRejected('DOCUMENT_NOT_PENDING');
    given().when(extendDeadline(LATER)).thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
  });

  it('takes up a schedule of reminders that the old deadline had ended', () => {
    const weekly = acting({ deadline: DEADLINE, everyDays: 30 });
    expect(weekly.created.data.nextReminderAt).toBeUndefined();
    given(weekly.created)
      .when(extendDeadline('2026-05-01T00:00:00.000Z'))
      .thenEvents(deadlineExtended('2026-05-01T00:00:00.000Z', '2026-04-01T12:00:00.000Z'));
    given(weekly.created).when(extendDeadline(LATER)).thenEvents(deadlineExtended(LATER));
  });

  it('allows canceling afterwards', () => {
    given(created, deadlineExtended(LATER)).when(cancel()).thenTypes('DocumentCanceled', 'ProcessCanceled');
  });
});
