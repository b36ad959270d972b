import type { Pool } from 'pg';

import { exists } from './checkpoints.ts';
import type { MarkedStore } from './facts.ts';
import { holdsKeys } from './gather-facts.ts';

const MARK = 'personal_data.installation_mark';

/** The keys of personal data, which are backed up apart from the rest of the database. */
export const keysMark = (pool: Pool): MarkedStore => ({
  name: 'keys',
  kind: 'database',
  where: 'personal_data',
  async read() {
    if (!(await exists(pool, MARK))) return undefined;
    const { rows } = await pool.query<{ id: string; epoch: string | null; opened: bigint }>(
      `select installation_id as id, epoch, opened from ${MARK}`,
    );
    const [row] = rows;
    return row && { installationId: row.id, epoch: row.epoch ?? undefined, opened: Number(row.opened) };
  },
  async write({ installationId, epoch, opened }) {
    await pool.query(
      `insert into ${MARK} (installation_id, epoch, opened) values ($1, $2, $3)
       on conflict (singleton) do update set installation_id = excluded.installation_id, epoch = excluded.epoch,
         opened = excluded.opened`,
      [installationId, epoch ?? null, opened],
    );
  },
  holdsData: () => holdsKeys(pool),
});
