import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Reader } from '../reading/read-models.ts';

type Download = AnswerOf<'getDownload'>;

/** A download with what its preparation is at, moments as JSON carries them. */
type WatchedDownload = ReadSchema['read.download'] & {
  progress: { percent: number; updated_at: string } | null;
  trouble: { problem: string; updated_at: string } | null;
};

/** The downloads that a user asked for, with what the signer notes while it prepares them. */
export function downloadsOf(db: Reader, userId: string) {
  return db
    .selectFrom('read.download as d')
    .selectAll('d')
    .select((e) => [
      jsonObjectFrom(
        e
          .selectFrom('signer.download_progress as p')
          .select(['p.percent', 'p.updated_at'])
          .whereRef('p.download_id', '=', 'd.download_id'),
      ).as('progress'),
      jsonObjectFrom(
        e
          .selectFrom('signer.job_problem as j')
          .select(['j.problem', 'j.updated_at'])
          .where('j.kind', '=', 'prepare-download')
          .whereRef('j.key', '=', (k) => k.cast<string>('d.download_id', 'text')),
      ).as('trouble'),
    ])
    .where('d.requester_id', '=', userId)
    .$castTo<WatchedDownload>();
}

/** @param now a zip whose time is over is gone, whether or not it was removed already */
export function downloadOf(row: WatchedDownload, now: Date): Download {
  return {
    downloadId: row.download_id,
    description: row.description,
    ...stateOf(row, now),
    processIds: row.process_ids,
    fileCount: row.file_count,
    sizeBytes: Number(row.size_bytes),
    requestedAt: row.requested_at.toISOString(),
    readyAt: row.prepared_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

function stateOf(row: WatchedDownload, now: Date): Pick<Download, 'state' | 'progress' | 'problem'> {
  if (row.status === 'expired' || (row.expires_at !== null && row.expires_at <= now))
    return { state: 'expired', progress: 100, problem: null };
  if (row.status === 'prepared') return { state: 'ready', progress: 100, problem: null };
  const { progress, trouble } = row;
  // Work that began after the last failure is the next attempt.
  const failed =
    trouble !== null && (progress === null || new Date(progress.updated_at) < new Date(trouble.updated_at));
  if (failed) return { state: 'retrying', progress: 0, problem: trouble.problem };
  if (progress === null) return { state: 'queued', progress: 0, problem: null };
  return { state: 'preparing', progress: progress.percent, problem: null };
}
