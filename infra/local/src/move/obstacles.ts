import { findTenant } from '@lacre/command';

import { TABLES_AFTER_LOG, TABLES_BEFORE_LOG } from '../backup/kept-tables.ts';
import { ledgerOf } from '../backup/table-rows.ts';
import type { End } from './ends.ts';

/** Why a tenant cannot go from the one installation to the other, in a line each, by what is known without a copy. */
export async function obstaclesTo({
  source,
  target,
  tenantId,
}: {
  source: End;
  target: End;
  tenantId: string;
}): Promise<string[]> {
  if (source.installationId === target.installationId) return ['a origem e o destino são a mesma instalação'];
  const found: string[] = [];
  if (source.address === target.address)
    found.push(`a origem e o destino têm o mesmo PUBLIC_URL (${source.address})`);
  const tables = [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG];
  const [own, other] = await Promise.all(
    [source, target].map(({ installation }) => ledgerOf(installation.pool, tables)),
  );
  const differing = Object.keys({ ...own, ...other }).filter(
    (schema) => JSON.stringify(own?.[schema]) !== JSON.stringify(other?.[schema]),
  );
  if (differing.length > 0)
    found.push(
      `as tabelas não são da mesma versão do Lacre (${differing.join(', ')}): atualize as duas antes`,
    );
  const known = new Set(target.keys.PAYLOAD_KEY.map((key) => key.toString('hex')));
  if (!source.keys.PAYLOAD_KEY.every((key) => known.has(key.toString('hex'))))
    found.push(
      'o destino não tem as chaves PAYLOAD_KEY da origem, de que dependem os códigos impressos nos documentos: acrescente-as, depois das dele, e reinicie o destino',
    );
  if ((await findTenant(target.installation, tenantId)) !== undefined)
    found.push('o registro do destino já tem esta conta, que esteve lá antes: ela não pode voltar ainda');
  return found;
}
