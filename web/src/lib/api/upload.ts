import type { AnswerOf } from '@lacre/contracts';

import { pathOf, type ApiClient } from './client.ts';
import { Problem, problemFromAnswer } from './problem.ts';

type UploadOperation = 'uploadDocument' | 'uploadWordTemplate' | 'validateDocument' | 'createPersonBatch';

export interface UploadOptions {
  /** That opens a protected file. */
  password?: string | undefined;
  /** The statement of the right to use a file that its author restricted. */
  mayLiftRestrictions?: true | undefined;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Of a file that is a command. */
  idempotencyKey?: string;
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends one file, telling how much of it has left. By XMLHttpRequest, because fetch does not report what was sent.
 * @param onProgress from 0 to 1; 1 means sent, not yet answered
 * @throws Problem, or an `AbortError` when given up
 */
export async function uploadFile<Name extends UploadOperation>(
  client: Pick<ApiClient, 'authorization'>,
  name: Name,
  file: File,
  {
    password,
    mayLiftRestrictions,
    query = {},
    headers: more = {},
    idempotencyKey,
    onProgress,
    signal,
  }: UploadOptions = {},
): Promise<AnswerOf<Name>> {
  const headers = { ...(await client.authorization()), ...more };
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const search = new URLSearchParams(query).toString();
    request.open('POST', pathOf(name) + (search === '' ? '' : `?${search}`));
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.setRequestHeader('accept', 'application/json');
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        onProgress?.(1);
        resolve(JSON.parse(request.responseText) as AnswerOf<Name>);
      } else {
        reject(
          problemFromAnswer(request.status, request.responseText, request.getResponseHeader('retry-after')),
        );
      }
    });
    request.addEventListener('error', () => reject(new Problem('NETWORK')));
    request.addEventListener('timeout', () => reject(new Problem('TIMEOUT')));
    request.addEventListener('abort', () => reject(new DOMException('upload given up', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    if (password !== undefined) form.append('password', password);
    if (mayLiftRestrictions) form.append('mayLiftRestrictions', 'true');
    request.send(form);
  });
}
