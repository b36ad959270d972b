import { checkReadModels, listParked, missingReadModels, projectionNames } from '@lacre/projector';

import type { Audited, BegunCheck, CheckResult } from '../check.ts';

type Row = Readonly<Record<string, unknown>>;

/** Every read model, and open work, is there and is what a rebuild from the log gives; no event was set aside. */
export const readModelsFollowLog = (audited: Audited): BegunCheck => ({ end: () => compareModels(audited) });

async function compareModels({ pool, eventStore, logger }: Audited): Promise<CheckResult> {
  const differences = await checkReadModels({ pool, eventStore, logger });
  const parked = await listParked(pool);
  const missing = (await eventStore.head()) === 'start' ? [] : await missingReadModels(pool);
  return {
    looked: `${projectionNames.length} modelos de leitura`,
    problems: [
      ...missing.map((name) => ({
        where: name,
        what: 'o modelo de leitura não existe: é feito de novo quando a plataforma inicia',
      })),
      ...differences.map(({ projection, table, key, live, rebuilt }) => ({
        where: `${projection}.${table} ${Object.values(key).join(' ')}`,
        what: wordsFor(live, rebuilt),
      })),
      ...parked.map(({ stream, target }) => ({
        where: stream,
        what: `um evento espera por ${target} desde uma falha`,
      })),
    ],
  };
}

/** Columns by name alone: what stands in them may be personal data. */
function wordsFor(live: Row | null, rebuilt: Row | null): string {
  if (live === null) return 'falta a linha que o registro pede';
  if (rebuilt === null) return 'a linha sobra: nada no registro a explica';
  const columns = Object.keys(rebuilt).filter(
    (name) => JSON.stringify(live[name]) !== JSON.stringify(rebuilt[name]),
  );
  return `a linha é outra que a do registro (${columns.join(', ')})`;
}
