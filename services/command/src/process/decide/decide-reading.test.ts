import { foldProcess, type ProcessEvent } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import {
  acting,
  AT,
  cancel,
  documentId,
  hashOf,
  personId,
  proofsOf,
  replace,
  TENANT,
  type Name,
} from '../../testing/process-builder.ts';
import type { RecordReading } from './commands.ts';
import { signatureProcess } from './decide-process.ts';

const { given } = specificationOf(signatureProcess);
const { created, signed } = acting({ signers: ['ana', 'rui'], groups: { rui: 2 } });
const client = { ip: '192.0.2.1', userAgent: 'Firefox' };
const later = '2026-03-02T13:00:00.000Z';

const signatureOf = (name: Name) => {
  const found = created.data.signatures.find((one) => one.personId === personId(name));
  if (found === undefined) throw new Error(`nothing is asked of ${name}`);
  return found.signatureId;
};
const shows = (
  name: Name,
  read?: RecordReading['read'],
  more: Partial<RecordReading> = {},
): RecordReading => ({
  type: 'recordReading',
  tenantId: TENANT,
  personId: personId(name),
  proofs: proofsOf(name),
  client,
  at: AT,
  signatureId: signatureOf(name),
  documentSha256: hashOf('contrato.pdf'),
  read,
  ...more,
});
const shown = {
  processId: created.data.processId,
  tenantId: TENANT,
  signatureId: signatureOf('ana'),
  documentId: documentId('contrato.pdf'),
  personId: personId('ana'),
  part: 'signer' as const,
  documentSha256: hashOf('contrato.pdf'),
  client,
};
const opened: ProcessEvent = { type: 'DocumentOpened', data: { ...shown, openedAt: AT } };
const read: ProcessEvent = {
  type: 'DocumentRead',
  data: { ...shown, pagesShown: 1, pages: 1, readAt: later },
};

describe('a document that is shown to its signer', () => {
  it('is recorded as opened, with person, device and time', () => {
    given(created).when(shows('ana')).thenEvents(opened);
  });

  it('is opened once', () => {
    given(created, opened)
      .when(shows('ana', undefined, { at: later }))
      .thenNothing();
  });

  it('is read, with how far', () => {
    given(created, opened)
      .when(shows('ana', { pagesShown: 1, declared: false }, { at: later }))
      .thenEvents(read);
  });

  it('is read once', () => {
    given(created, opened, read)
      .when(shows('ana', { pagesShown: 1, declared: false }))
      .thenNothing();
  });

  it('is opened by reading it, where opening was not recorded', () => {
    const { events } = given(created).when(shows('ana', { pagesShown: 0, declared: true }));
    expect(events.map(({ type }) => type)).toEqual(['DocumentOpened', 'DocumentRead']);
    expect(events[1]?.data).toMatchObject({ pagesShown: 0, pages: 1, declared: true });
  });

  it('counts at most its own pages, and drops the declaration once all were seen', () => {
    const { events } = given(created, opened).when(shows('ana', { pagesShown: 40, declared: true }));
    expect(events[0]?.data).toMatchObject({ pagesShown: 1, pages: 1 });
    expect(events[0]?.data).not.toHaveProperty('declared');
  });

  it('is not recorded of others, nor before their turn', () => {
    given(created)
      .when({ ...shows('rui'), signatureId: signatureOf('ana') })
      .thenRejected('IS_NOT_SIGNER');
    given(created).when(shows('rui')).thenRejected('NOT_YOUR_TURN');
  });

  it('is not recorded any more once the signature was given or the document canceled', () => {
    given(created, signed('ana')).when(shows('ana')).thenNothing();
    const canceled = given(created).when(cancel()).events;
    given(created, ...canceled)
      .when(shows('ana'))
      .thenNothing();
  });

  it('is recorded by a session of the contact of the invitation alone', () => {
    given(created)
      .when(shows('ana', undefined, { proofs: proofsOf('rui') }))
      .thenRejected('AUTH_PERSON_NO_AUTHORIZATION');
  });

  it('is the document of the process, byte by byte, also after the signature was given', () => {
    const other = shows('ana', undefined, { documentSha256: hashOf('outro.pdf') });
    given(created).when(other).thenRejected('DOCUMENT_HASH_MISMATCH');
    given(created, signed('ana')).when(other).thenRejected('DOCUMENT_HASH_MISMATCH');
  });
});

it('a reading by the replaced person does not count for the replacement', () => {
  const replaced = given(created, opened, read).when(replace('ana', 'bia')).events;
  const state = foldProcess([created, opened, read, ...replaced]);
  if (state.status !== 'waiting') throw new Error('there is no process');
  expect(state.signatures.get(signatureOf('ana'))).toMatchObject({
    personId: personId('bia'),
    openedAt: null,
    readAt: null,
  });
});
