import type { UserPrincipal } from '@lacre/access';
import { MAX_PROCESS_VIEWS, type AnswerOf, type Operations } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Secrets } from '@lacre/personal-data/secrets';
import type { Pool } from 'pg';
import type { z } from 'zod';

import { tenantCipher, type TenantCipher } from '../content/tenant-cipher.ts';
import { schema } from '../database/migrations.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { assertKnownTags } from '../tenant/known-tags.ts';

/** What a view says, as the contracts read it. */
export type ProcessView = z.output<Operations['saveProcessView']['body']>;

/** What views are kept with. */
export interface ViewParts {
  readonly handler: CommandHandler;
  readonly pool: Pool;
  readonly secrets: Secrets;
}

const TABLE = `${schema}.process_view`;

const viewCipher = (
  parts: Pick<ViewParts, 'secrets'>,
  tenantId: string,
): Promise<TenantCipher<ProcessView>> => tenantCipher(parts, 'process-views', tenantId);

/** The caller's own, by name. */
export async function listViews(
  parts: Pick<ViewParts, 'pool' | 'secrets'>,
  { tenantId, sub }: UserPrincipal,
): Promise<AnswerOf<'listProcessViews'>> {
  const { rows } = await parts.pool.query<{ view_id: string; content: Buffer }>(
    `select view_id, content from ${TABLE} where tenant_id = $1 and user_id = $2`,
    [tenantId, sub],
  );
  if (rows.length === 0) return { items: [] };
  const cipher = await viewCipher(parts, tenantId);
  const items = rows.map(({ view_id: viewId, content }) =>
    Object.assign(cipher.open(viewId, content), { viewId }),
  );
  return { items: items.toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR')) };
}

/**
 * Keeps a view, or changes the one that has the id. The row is the commit point; the same again is the same.
 *
 * @throws Refusal PROCESS_VIEW_LIMIT_REACHED; TAG_NOT_FOUND
 */
export async function saveView(
  parts: ViewParts,
  { tenantId, sub }: UserPrincipal,
  viewId: string,
  view: ProcessView,
): Promise<void> {
  await assertKnownTags(parts, tenantId, view.tagId === undefined ? [] : [view.tagId], () => 'tagId');
  const cipher = await viewCipher(parts, tenantId);
  // Counted by the statement that adds it: two that come at once may pass the limit by one, and no further.
  const { rowCount } = await parts.pool.query(
    `insert into ${TABLE} (tenant_id, user_id, view_id, content)
     select $1, $2, $3, $4
      where (select count(*) from ${TABLE} where tenant_id = $1 and user_id = $2 and view_id <> $3) < $5
     on conflict (tenant_id, user_id, view_id) do update set content = excluded.content`,
    [tenantId, sub, viewId, cipher.seal(viewId, view), MAX_PROCESS_VIEWS],
  );
  if (rowCount !== 1) throw new Refusal('PROCESS_VIEW_LIMIT_REACHED');
}

/** What is not there is removed already. */
export async function removeView(
  { pool }: { pool: Pool },
  { tenantId, sub }: UserPrincipal,
  viewId: string,
): Promise<void> {
  await pool.query(`delete from ${TABLE} where tenant_id = $1 and user_id = $2 and view_id = $3`, [
    tenantId,
    sub,
    viewId,
  ]);
}

/** Every view of a user who is about to be erased. */
export async function removeViewsOf(
  { pool }: { pool: Pool },
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  await pool.query(`delete from ${TABLE} where tenant_id = $1 and user_id = $2`, [tenantId, id]);
}
