import { z } from 'zod';

import { identifier, lineOrBlank } from '../../fields.ts';
import { MAX_DOWNLOAD_DESCRIPTION_LENGTH, MAX_DOWNLOAD_PROCESSES } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, download, listOf, listQuery, minPosition } from '../shapes/index.ts';

const downloadParams = z.strictObject({ downloadId: identifier });

export const downloadOperations = defineOperations({
  requestDownload: {
    tag: 'Downloads',
    summary:
      'Pede um zip com os documentos selados de um ou mais processos; um email avisa quando está pronto',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    status: 202,
    body: z
      .strictObject({
        processIds: z
          .array(identifier)
          .min(1, 'Escolha ao menos um processo')
          .max(MAX_DOWNLOAD_PROCESSES, `Escolha no máximo ${MAX_DOWNLOAD_PROCESSES} processos`),
        /** What the download is called; without it, after the processes. */
        description: lineOrBlank(MAX_DOWNLOAD_DESCRIPTION_LENGTH).optional(),
      })
      .meta({ id: 'RequestDownload' }),
    answer: acknowledged.extend({
      downloadId: identifier,
      fileCount: z.number().int(),
      sizeBytes: z.number().int(),
    }),
    errors: [
      'SIGNATURE_PROCESS_NOT_FOUND',
      'DOCUMENT_NOT_SEALED',
      'DOWNLOAD_TOO_LARGE',
      'EMPTY_DESCRIPTION',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
      'TOO_MANY_REQUESTS',
    ],
  },
  listDownloads: {
    tag: 'Downloads',
    summary: 'Os downloads que o usuário pediu, o mais novo primeiro',
    allow: 'members-own',
    scope: 'read',
    kind: 'query',
    query: listQuery.omit({ search: true }).strict(),
    answer: listOf(download),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  getDownload: {
    tag: 'Downloads',
    summary: 'Um download: em que pé está e até quando fica disponível',
    allow: 'members-own',
    scope: 'read',
    kind: 'query',
    params: downloadParams,
    query: minPosition.strict(),
    answer: download,
    errors: ['DOWNLOAD_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  downloadArchive: {
    tag: 'Downloads',
    summary: 'O zip',
    allow: 'members-own',
    scope: 'read',
    kind: 'file',
    mediaType: 'application/zip',
    params: downloadParams,
    errors: [
      'DOWNLOAD_NOT_FOUND',
      'DOWNLOAD_NOT_READY',
      'DOWNLOAD_EXPIRATION_AUTO_DELETE',
      'GET_DOWNLOAD_URL_ERROR',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
});
