import type { BlobStore } from '@lacre/blob-store';
import type { DomainLog } from '@lacre/domain-log';
import { RetryLater, Unprocessable, type Job, type WorkQueue } from '@lacre/work-queue';
import type { Logger } from 'pino';
import { z } from 'zod';

import { clearJobProblem, recordJobProblem } from '../seal/problems/job-problem.ts';
import { isWaiting } from '../seal/problems/sealing-problems.ts';
import type { SealParts } from '../seal/seal-work.ts';
import { expireDownload } from './expire-download.ts';
import { prepareDownload } from './prepare-download.ts';

export const PREPARE_QUEUE = 'prepare-download';
export const EXPIRE_QUEUE = 'expire-download';

/** Ids only; what the reactor adds besides is none of the signer's business. */
const payload = z.looseObject({ key: z.string().min(1), tenantId: z.uuid(), downloadId: z.uuid() });

/** One at a time: each reads and encrypts as fast as the disk allows, and sealing is not to wait for it. */
const PREPARATIONS = 1;
const EXPIRIES = 2;
const VISIBILITY_MS = 10_000;
/** The reactor publishes again whatever stays open, so a dead letter here is not the end of a download. */
const MAX_DELIVERIES = 20;

/** Prepares downloads and ends them when their time is over, until stopped: a zip half made is made anew later. */
export async function startDownloadWorkers(
  signer: SealParts & { workQueue: WorkQueue },
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const options = { visibilityMs: VISIBILITY_MS, maxDeliveries: MAX_DELIVERIES };
  const preparing = await signer.workQueue.consume(
    PREPARE_QUEUE,
    (job) => handlePrepareJob(signer, job, stopping.signal),
    { ...options, concurrency: PREPARATIONS },
  );
  const expiring = await signer.workQueue.consume(EXPIRE_QUEUE, (job) => handleExpireJob(signer, job), {
    ...options,
    concurrency: EXPIRIES,
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([preparing.stop(), expiring.stop()]);
    },
  };
}

/** One delivery: prepares, and keeps what went wrong where people can see it until it goes right. */
export async function handlePrepareJob(
  signer: SealParts,
  job: Pick<Job, 'payload' | 'attempt' | 'signal'>,
  stopping: AbortSignal,
): Promise<void> {
  const { key, tenantId, downloadId } = payloadOf(job);
  try {
    const { sha256 } = await prepareDownload(signer, downloadId, AbortSignal.any([job.signal, stopping]));
    signer.logger.info({ downloadId, sha256 }, 'download prepared');
  } catch (error) {
    if (stopping.aborted) throw new RetryLater(0, 'the service is stopping');
    signer.logger.error({ err: error, downloadId, attempt: job.attempt }, 'preparing a download failed');
    const problem = { kind: PREPARE_QUEUE, key, problem: problemText(error) };
    await recordJobProblem(signer.pool, { ...problem, tenantId, attempts: job.attempt });
    throw error;
  }
  await clearJobProblem(signer.pool, PREPARE_QUEUE, key);
}

export async function handleExpireJob(
  signer: { log: DomainLog; now: () => Date; logger: Logger; blobs: BlobStore },
  job: Pick<Job, 'payload'>,
): Promise<void> {
  const { downloadId } = payloadOf(job);
  await expireDownload(signer, downloadId);
  signer.logger.info({ downloadId }, 'download expired');
}

function payloadOf(job: Pick<Job, 'payload'>) {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable('not a job about a download');
  return parsed.data;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  BlobNotFound: 'O arquivo de um dos documentos não foi encontrado no armazenamento.',
  BlobCorrupted: 'O arquivo de um dos documentos não está íntegro no armazenamento.',
  BlobStoreUnavailable: 'O armazenamento dos arquivos não respondeu. Tentamos de novo sozinhos.',
  EventStoreUnavailable: 'O registro de eventos não respondeu.',
  Unprocessable: 'O registro não traz os documentos deste download como selados.',
};
/** No room on the disk, or over a quota. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** What the tenant's people read; the log has the whole error. */
function problemText(error: unknown): string {
  const { name = '', code } = (error instanceof Error ? error : {}) as { name?: string; code?: unknown };
  if (isWaiting(error))
    return 'Uma página de assinaturas ainda não pôde ser selada. Tentamos de novo sozinhos.';
  if (FULL.has(code)) return 'Não há espaço para o arquivo no armazenamento.';
  return PROBLEMS[name] ?? 'Falha inesperada ao preparar o arquivo.';
}
