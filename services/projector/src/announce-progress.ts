import { PROJECTED_CHANNEL } from '@lacre/read-models';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/**
 * Wakes readers that wait for their own writes. After the commit, and at most one on its way: what is
 * committed meanwhile is announced by the next. A lost one costs a reader its next look, no more.
 */
export function createProgressAnnouncer(deps: { pool: Pool; logger: Logger }): () => void {
  let sending = false;
  let again = false;
  const send = async (): Promise<void> => {
    sending = true;
    do {
      again = false;
      await deps.pool.query(`notify ${PROJECTED_CHANNEL}`);
    } while (again);
  };
  return () => {
    again = true;
    if (sending) return;
    void send()
      .catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'readers were not told of progress; they poll'),
      )
      .finally(() => (sending = false));
  };
}
