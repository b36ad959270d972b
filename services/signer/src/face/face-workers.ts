import { setTimeout as pause } from 'node:timers/promises';

import { FACE_TEMPLATE_MONTHS, streams } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import { eraseFace } from './erase-face.ts';
import type { FaceService } from './face-service.ts';

const FILTER = { streamPrefixes: [streams.person('')] };
const RESTART_MS = 1000;
const TIDY_MS = 60 * 60_000;
const MONTH_MS = 30 * 86_400_000;

const REASONS = { PersonRemoved: 'person-removed', PersonErased: 'person-erased' } as const;

/** Erases the faces of people who were removed or erased, and what is kept no longer, until `signal` aborts. */
export async function followFaces(
  service: FaceService,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  await Promise.all([
    again(RESTART_MS, signal, onFault, () => followPersons(service, signal)),
    again(TIDY_MS, signal, onFault, () => tidyFaces(service)),
  ]);
}

async function again(
  waitMs: number,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
  run: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await run();
    } catch (error) {
      if (signal.aborted) return;
      onFault(error);
    }
    await pause(waitMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** The place in the log moves after what stands before it is done: a crash does it once more, to the same end. */
async function followPersons(service: FaceService, signal: AbortSignal): Promise<void> {
  const { log, pool } = service.signer;
  const { rows } = await pool.query<{ position: Position | null }>(
    'select position from signer.face_checkpoint',
  );
  const after = rows[0]?.position ?? 'start';
  for await (const message of log.subscribe({ after, filter: FILTER, signal })) {
    for (const event of message.kind === 'events' ? message.events : []) await forgetRemoved(service, event);
    if (message.position !== undefined)
      await pool.query('update signer.face_checkpoint set position = $1', [message.position]);
  }
}

async function forgetRemoved(service: FaceService, event: LoggedEvent): Promise<void> {
  if (event.type !== 'PersonRemoved' && event.type !== 'PersonErased') return;
  const { personId } = event.data;
  await erase(service, personId, REASONS[event.type], event.id);
  await service.signer.pool.query('delete from signer.face_challenge where person_id = $1', [personId]);
  await service.signer.pool.query('delete from signer.face_tries where person_id = $1', [personId]);
}

/** Photos whose time is over, challenges that ended, templates that nobody used for long. */
export async function tidyFaces(service: FaceService): Promise<void> {
  const { pool, now } = service.signer;
  const at = now();
  await pool.query('delete from signer.face_photo where expires_at <= $1', [at]);
  await pool.query('update signer.face_challenge set box = null where expires_at <= $1 and box is not null', [
    at,
  ]);
  await pool.query(
    `delete from signer.face_challenge where expires_at <= $1::timestamptz - interval '1 day'`,
    [at],
  );
  const unused = new Date(at.getTime() - FACE_TEMPLATE_MONTHS * MONTH_MS);
  const { rows } = await pool.query<{ person_id: string; enrolment_id: string }>(
    'select person_id, enrolment_id from signer.face_list where last_used_at < $1 limit 1000',
    [unused],
  );
  for (const { person_id: personId, enrolment_id: key } of rows)
    await erase(service, personId, 'unused', key);
}

async function erase(
  service: FaceService,
  personId: string,
  reason: 'person-removed' | 'person-erased' | 'unused',
  key: string,
): Promise<void> {
  const by = { actor: { kind: 'system', name: 'signer' } as const, correlationId: key };
  await eraseFace(service, by, personId, { reason, key }).catch((error: unknown) => {
    // Most people have no face enrolled.
    if (!(error instanceof Refusal)) throw error;
  });
}
