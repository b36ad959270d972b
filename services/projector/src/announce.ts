import type { Pool } from 'pg';
import type { Logger } from 'pino';

/**
 * Wakes those who listen to a channel. After the commit, and at most one on its way: what is committed meanwhile is
 * announced by the next. A lost one costs a listener its next look, no more.
 */
export function createAnnouncer(deps: { pool: Pool; logger: Logger }, channel: string): () => void {
  let sending = false;
  let again = false;
  const send = async (): Promise<void> => {
    sending = true;
    do {
      again = false;
      await deps.pool.query(`notify ${channel}`);
    } while (again);
  };
  return () => {
    again = true;
    if (sending) return;
    void send()
      .catch((error: unknown) =>
        deps.logger.warn({ err: error, channel }, 'listeners were not told; they look by themselves'),
      )
      .finally(() => (sending = false));
  };
}
