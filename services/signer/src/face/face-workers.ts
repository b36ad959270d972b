import { setTimeout as pause } from 'node:timers/promises';

import { FACE_TEMPLATE_MONTHS } from '@lacre/contracts';
import { understood, type LoggedEvent } from '@lacre/domain-log';
import { LogIndex } from '@lacre/event-store/log-index';
import { Refusal } from '@lacre/http';

import { eraseFace } from './erase-face.ts';
import type { FaceService } from './face-service.ts';

const TIDY_MS = 60 * 60_000;
const MONTH_MS = 30 * 86_400_000;

const REASONS = { PersonRemoved: 'person-removed', PersonErased: 'person-erased' } as const;

/** Erases the faces of people who were removed or erased, and what is kept no longer, until `signal` aborts. */
export async function followFaces(
  service: FaceService,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { pool, eventStore: store } = service.signer;
  const removals = new LogIndex({
    pool,
    store,
    placeTable: 'signer.face_checkpoint',
    filter: { typePrefixes: Object.keys(REASONS) },
    // Before the place moves: a crash in between does it once more, to the same end.
    write: async (_client, events) => {
      for (const event of events) await forgetRemoved(service, understood(event));
    },
  });
  await Promise.all([removals.follow(signal, onFault), keepTidy(service, signal, onFault)]);
}

async function keepTidy(
  service: FaceService,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    await tidyFaces(service).catch(onFault);
    await pause(TIDY_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function forgetRemoved(service: FaceService, event: LoggedEvent | undefined): Promise<void> {
  if (event?.type !== 'PersonRemoved' && event?.type !== 'PersonErased') return;
  const { personId } = event.data;
  await erase(service, personId, REASONS[event.type], event.id);
  await service.signer.pool.query('delete from signer.face_challenge where person_id = $1', [personId]);
  await service.signer.pool.query('delete from signer.face_tries where person_id = $1', [personId]);
}

/** Photos whose time is over, challenges that ended, templates unused for long. */
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
