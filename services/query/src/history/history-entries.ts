import type { Principal } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';
import type { ProjectionName } from '@lacre/read-models';

import type { QueryContext } from '../define-route.ts';
import { withNames } from './object-names.ts';
import { historyAt, type Place } from './tenant-history.ts';

/** What the history is found in, and what its lines are named by. */
export const HISTORY_PROJECTIONS: readonly ProjectionName[] = [
  'tenant-event',
  'account',
  'person',
  'company',
  'process',
];

/** The events at these places, as the log has them, with the names that the caller's registers have. */
export async function historyEntries(
  { models, log }: Pick<QueryContext, 'models' | 'log'>,
  principal: Principal,
  places: readonly Place[],
): Promise<AnswerOf<'tenantEvents'>['items']> {
  const entries = await historyAt(log, places);
  if (entries.every(({ objects }) => objects.length === 0)) return entries;
  const freshness = { minPosition: undefined, projections: [] };
  return models.ofCaller(principal, freshness, (db) => withNames(db, entries));
}
