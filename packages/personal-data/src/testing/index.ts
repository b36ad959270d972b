import type { EventStore } from '@lacre/event-store';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import type { Pool } from 'pg';

import type { PersonalData } from '../port.ts';
import { openMentionIndex, openPostgresKeys } from '../postgres/index.ts';
import { protectEventStore } from '../protect-event-store.ts';

/** The master key of tests. */
export const TEST_MASTER_KEY: Buffer = Buffer.alloc(32, 9);

/** A log in Postgres with personal data encrypted in it, as every process of the product opens it. */
export async function openTestLog(
  pool: Pool,
  options: { keyLifeMs?: number } = {},
): Promise<{
  eventStore: EventStore;
  /** The store below, which takes whatever is given. */
  bareStore: EventStore;
  personalData: PersonalData;
  close(): Promise<void>;
}> {
  const store = await createPostgresEventStore({ pool });
  const keys = await openPostgresKeys({
    pool,
    masterKeys: [Buffer.from(TEST_MASTER_KEY)],
    logInSameDatabase: true,
    ...options,
  });
  return {
    eventStore: protectEventStore(store, keys),
    bareStore: store,
    personalData: { keys, mentions: openMentionIndex({ pool, store }) },
    close: async () => {
      await store.close();
      await keys.close();
    },
  };
}

export { markEverything, TEST_SUBJECTS } from './mark-everything.ts';
export { rowsWith } from './rows-with.ts';
