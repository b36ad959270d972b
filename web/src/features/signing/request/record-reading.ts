import type { BodyOf } from '@lacre/contracts';

import { newIntent } from '@/lib/api/client.ts';
import { personApi } from '@/lib/session/person-session.ts';

/**
 * Tells the log that a document was opened, or read. Where that fails, reading and
 * signing go on, and the record has less to say.
 */
export function recordReading(body: BodyOf<'recordReading'>): void {
  void personApi.call('recordReading', { body, idempotencyKey: newIntent() }).catch(() => undefined);
}
