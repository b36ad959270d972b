import {
  MAX_DOWNLOAD_BYTES,
  MAX_DOWNLOAD_DOCUMENTS,
  type DataOf,
  type DownloadEvent,
} from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { documentId, hashOf, TENANT } from '../testing/process-builder.ts';
import { download, type RequestDownload } from './decide-download.ts';

const { given } = specificationOf(download);
const downloadId = derivedId('test', 'download');
const requestedBy = { userId: derivedId('test', 'user'), name: 'Ana' };
const lease = derivedId('test', 'lease');
const sale = derivedId('test', 'sale');

const documents = (...sizes: number[]) =>
  sizes.map((sizeBytes, index) => ({ documentId: documentId(`${index}.pdf`), sizeBytes }));
const companyId = derivedId('test', 'company');
const chosen = (processId: string, ...sizes: number[]) => ({
  processId,
  companyId,
  documents: documents(...sizes),
});
const request = (overrides: Partial<RequestDownload> = {}): RequestDownload => ({
  type: 'request',
  downloadId,
  tenantId: TENANT,
  requestedBy,
  description: 'Contratos de março',
  processes: [chosen(lease, 100, 20)],
  ...overrides,
});

const requestedData: DataOf<'DownloadRequested'> = {
  companyIds: [companyId],
  downloadId,
  tenantId: TENANT,
  requestedBy,
  description: 'Contratos de março',
  documents: [
    { processId: lease, documentId: documentId('0.pdf') },
    { processId: lease, documentId: documentId('1.pdf') },
  ],
  sizeBytes: 120,
};
const requested: DownloadEvent = { type: 'DownloadRequested', data: requestedData };
const prepared: DownloadEvent = {
  type: 'DownloadPrepared',
  data: {
    downloadId,
    tenantId: TENANT,
    requesterId: requestedBy.userId,
    sha256: hashOf('zip'),
    sizeBytes: 500,
    files: [],
    expiresAt: '2026-03-09T12:00:00.000Z',
  },
};
const expired: DownloadEvent = {
  type: 'DownloadExpired',
  data: { downloadId, tenantId: TENANT, sha256: hashOf('zip') },
};

describe('asking for a download', () => {
  it('keeps the chosen documents, in order, and their size', () => {
    given().when(request()).thenEvents(requested);
    const [event] = given().when(request({ processes: [chosen(sale, 1), chosen(lease, 2)] })).events;
    expect(event?.data).toMatchObject({
      documents: [{ processId: sale }, { processId: lease }],
      sizeBytes: 3,
    });
  });

  it('does nothing when it is repeated, whatever became of the download', () => {
    given(requested).when(request()).thenNothing();
    given(requested, prepared).when(request()).thenNothing();
    given(requested, prepared, expired).when(request()).thenNothing();
  });

  it('refuses a blank description', () => {
    given()
      .when(request({ description: '' }))
      .thenRejected('EMPTY_DESCRIPTION');
  });

  it('refuses a process without a sealed document, alone or among others', () => {
    given()
      .when(request({ processes: [] }))
      .thenRejected('DOCUMENT_NOT_SEALED');
    given()
      .when(request({ processes: [chosen(lease, 1), chosen(sale)] }))
      .thenRejected('DOCUMENT_NOT_SEALED');
  });

  it('takes as many documents as there may be, and none more', () => {
    const many = (count: number) => request({ processes: [chosen(lease, ...Array<number>(count).fill(1))] });
    given().when(many(MAX_DOWNLOAD_DOCUMENTS)).thenTypes('DownloadRequested');
    given()
      .when(many(MAX_DOWNLOAD_DOCUMENTS + 1))
      .thenRejected('DOWNLOAD_TOO_LARGE');
  });

  it('takes as many bytes as there may be, and none more', () => {
    given()
      .when(request({ processes: [chosen(lease, MAX_DOWNLOAD_BYTES - 1), chosen(sale, 1)] }))
      .thenTypes('DownloadRequested');
    given()
      .when(request({ processes: [chosen(lease, MAX_DOWNLOAD_BYTES), chosen(sale, 1)] }))
      .thenRejected('DOWNLOAD_TOO_LARGE');
  });
});

it('knows the outcome of a download', () => {
  const statusAfter = (...events: DownloadEvent[]) => given(...events).state();
  expect(statusAfter()).toEqual({ status: 'absent' });
  const record = { downloadId, tenantId: TENANT, fileCount: 2, sizeBytes: 120 };
  expect(statusAfter(requested)).toEqual({ status: 'requested', ...record });
  expect(statusAfter(requested, prepared)).toEqual({ status: 'prepared', ...record });
  expect(statusAfter(requested, prepared, expired)).toEqual({ status: 'expired', ...record });
});
