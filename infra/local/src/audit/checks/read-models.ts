import { checkReadModels, listParked, projectionNames } from '@lacre/projector';

import type { Audited, CheckResult } from '../fsck.ts';

/** Every read model, and open work, is what a rebuild from the log gives; no event was set aside. */
export async function readModelsFollowLog({ pool, eventStore, logger }: Audited): Promise<CheckResult> {
  const differences = await checkReadModels({ pool, eventStore, logger });
  const parked = await listParked(pool);
  return {
    looked: `${projectionNames.length} modelos de leitura`,
    problems: [
      ...differences.map(({ projection, table, key, live, rebuilt }) => ({
        where: `${projection}.${table} ${Object.values(key).join(' ')}`,
        what: live === null ? 'falta a linha' : rebuilt === null ? 'a linha sobra' : 'a linha é outra',
      })),
      ...parked.map(({ stream, target }) => ({
        where: stream,
        what: `um evento espera por ${target} desde uma falha`,
      })),
    ],
  };
}
