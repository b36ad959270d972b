import {
  MAX_DOWNLOAD_BYTES,
  MAX_DOWNLOAD_DOCUMENTS,
  streams,
  type DownloadEvent,
  type ErrorCode,
} from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';

interface ChosenProcess {
  processId: string;
  companyId: string;
  /** Its sealed documents, in its order. */
  documents: readonly { documentId: string; sizeBytes: number }[];
}

export interface RequestDownload {
  type: 'request';
  downloadId: string;
  tenantId: string;
  requestedBy: { userId: string; name: string };
  description: string;
  processes: readonly ChosenProcess[];
}

interface DownloadRecord {
  downloadId: string;
  tenantId: string;
  fileCount: number;
  sizeBytes: number;
}

export type DownloadState =
  | { status: 'absent' }
  | ({ status: 'requested' } & DownloadRecord)
  | ({ status: 'prepared' } & DownloadRecord)
  | ({ status: 'expired' } & DownloadRecord);

const GIBIBYTE = 1024 ** 3;

/** Why a download is refused; a rule more is a line more. The first that applies is answered. */
const OBJECTIONS: readonly {
  code: ErrorCode;
  detail?: string;
  applies: (asked: RequestDownload) => boolean;
}[] = [
  { code: 'EMPTY_DESCRIPTION', applies: ({ description }) => description === '' },
  {
    code: 'DOCUMENT_NOT_SEALED',
    detail: 'Há um processo sem nenhum documento selado entre os escolhidos.',
    applies: ({ processes }) =>
      processes.length === 0 || processes.some(({ documents }) => documents.length === 0),
  },
  {
    code: 'DOWNLOAD_TOO_LARGE',
    detail: `Um download leva no máximo ${MAX_DOWNLOAD_DOCUMENTS} documentos.`,
    applies: (asked) => documentsOf(asked).length > MAX_DOWNLOAD_DOCUMENTS,
  },
  {
    code: 'DOWNLOAD_TOO_LARGE',
    detail: `Um download leva no máximo ${MAX_DOWNLOAD_BYTES / GIBIBYTE} GB.`,
    applies: (asked) => sizeOf(asked) > MAX_DOWNLOAD_BYTES,
  },
];

function decide(command: RequestDownload, state: DownloadState): Decision<DownloadEvent> {
  // The id derives from the intent, so a download that is there already is this same one.
  if (state.status !== 'absent') return accept();
  const objection = OBJECTIONS.find(({ applies }) => applies(command));
  if (objection !== undefined) return reject(objection.code, objection.detail);
  const { downloadId, tenantId, requestedBy, description } = command;
  return accept({
    type: 'DownloadRequested',
    data: {
      downloadId,
      tenantId,
      requestedBy,
      description,
      documents: documentsOf(command).map(({ processId, documentId }) => ({ processId, documentId })),
      sizeBytes: sizeOf(command),
      companyIds: [...new Set(command.processes.map(({ companyId }) => companyId))],
    },
  });
}

const documentsOf = ({ processes }: RequestDownload) =>
  processes.flatMap(({ processId, documents }) => documents.map((document) => ({ processId, ...document })));

const sizeOf = (asked: RequestDownload): number =>
  documentsOf(asked).reduce((total, { sizeBytes }) => total + sizeBytes, 0);

function evolve(state: DownloadState, event: DownloadEvent): DownloadState {
  switch (event.type) {
    case 'DownloadRequested': {
      const { downloadId, tenantId, documents, sizeBytes } = event.data;
      return { status: 'requested', downloadId, tenantId, fileCount: documents.length, sizeBytes };
    }
    case 'DownloadPrepared':
      return state.status === 'absent' ? state : { ...state, status: 'prepared' };
    case 'DownloadExpired':
      return state.status === 'absent' ? state : { ...state, status: 'expired' };
  }
}

export const download: Aggregate<RequestDownload, DownloadState, DownloadEvent> = {
  stream: streams.download,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
