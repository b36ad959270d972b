import type { Secrets } from '@lacre/personal-data/secrets';
import type { Pool } from 'pg';

import { schema } from '../database/migrations.ts';
import { draftCipher } from './draft-cipher.ts';
import type { DraftRow } from './draft-rows.ts';

const ROWS_AT_ONCE = 200;

/** SHA-256 of each upload that a draft of another tenant than this one holds. */
export async function* filesOfDraftsBut(
  { pool, secrets }: { pool: Pool; secrets: Secrets },
  tenantId: string,
): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await pool.query<DraftRow>(
      `select * from ${schema}.process_draft where tenant_id <> $1 and draft_id > $2
        order by draft_id limit ${ROWS_AT_ONCE}`,
      [tenantId, after],
    );
    for (const row of rows) {
      const cipher = await draftCipher({ secrets }, row.tenant_id);
      const { uploads } = cipher.open(row.draft_id, row.content);
      for (const { sha256, sourceSha256 } of Object.values(uploads)) yield* [sha256, sourceSha256];
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = last.draft_id;
  }
}
