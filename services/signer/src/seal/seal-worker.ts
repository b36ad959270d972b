import type { Consumer, Job } from '@lacre/work-queue';
import { Unprocessable } from '@lacre/work-queue';
import { z } from 'zod';

import type { Signer } from '../dependencies.ts';
import { clearJobProblem, recordJobProblem } from './job-problem.ts';
import { sealDocument } from './seal-document.ts';

export const SEAL_QUEUE = 'seal-document';

/** Ids only; what the reactor adds besides is none of the signer's business. */
const payload = z.looseObject({
  key: z.string().min(1),
  tenantId: z.uuid(),
  processId: z.uuid(),
  documentId: z.uuid(),
});

/** Seals in flight: each holds a whole document in memory. */
const CONCURRENCY = 2;
const VISIBILITY_MS = 10_000;
/** The reactor publishes again whatever stays open, so a dead letter here is not the end of a document. */
const MAX_DELIVERIES = 20;

/** Takes sealing jobs until stopped. */
export function startSealWorker(signer: Signer): Promise<Consumer> {
  return signer.workQueue.consume(SEAL_QUEUE, (job) => handleSealJob(signer, job), {
    concurrency: CONCURRENCY,
    visibilityMs: VISIBILITY_MS,
    maxDeliveries: MAX_DELIVERIES,
  });
}

/** One delivery: seals, and keeps what went wrong where people can see it until it goes right. */
export async function handleSealJob(signer: Signer, job: Pick<Job, 'payload' | 'attempt'>): Promise<void> {
  const parsed = payload.safeParse(job.payload);
  if (!parsed.success) throw new Unprocessable('not a sealing job');
  const { key, tenantId, processId, documentId } = parsed.data;
  const problemKey = { kind: SEAL_QUEUE, key };
  try {
    const { sha256 } = await sealDocument(signer, processId, documentId);
    signer.logger.info({ processId, documentId, sha256 }, 'document sealed');
  } catch (error) {
    signer.logger.error({ err: error, processId, documentId, attempt: job.attempt }, 'sealing failed');
    const problem = problemText(error);
    await recordJobProblem(signer.pool, { ...problemKey, tenantId, attempts: job.attempt, problem });
    throw error;
  }
  await clearJobProblem(signer.pool, SEAL_QUEUE, key);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  BlobNotFound: 'O arquivo do documento não foi encontrado no armazenamento.',
  BlobCorrupted: 'O arquivo do documento não está íntegro no armazenamento.',
  SealCertificateExpired: 'O certificado do selo está fora da validade.',
  SealRefusedError: 'O documento ou a chave do selo não permite o selo.',
  PdfSyntaxError: 'O PDF do documento não pôde ser lido.',
  EventStoreUnavailable: 'O registro de eventos não respondeu.',
  ThreadFailed: 'A página de assinaturas não pôde ser desenhada a tempo.',
  Unprocessable: 'O registro não traz o documento como concluído.',
};

/** What the tenant's people read; the log has the whole error. */
function problemText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return PROBLEMS[name] ?? 'Falha inesperada ao selar. Uma nova tentativa será feita.';
}
