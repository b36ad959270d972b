import { KurrentDBClient, START, streamNameFilter } from '@kurrent/kurrentdb-client';

import { nameSeparator } from '../../append-rules.ts';
import { portError } from '../connection/error-mapping.ts';

/**
 * How many events of others the server holds, beside those of the installation whose streams begin with the prefix and
 * the server's own. Nothing of them is looked at, and the product never needs to know: they matter to audits of the
 * server.
 *
 * @throws EventStoreUnavailable
 */
export async function countForeignEvents(connectionString: string, prefix: string): Promise<number> {
  const client = KurrentDBClient.connectionString(connectionString);
  const escaped = prefix.replaceAll(nameSeparator, String.raw`\.`);
  const filter = streamNameFilter({ regex: String.raw`^(?!\$|${escaped}[^.]*$)` });
  let count = 0;
  try {
    for await (const _event of client.readAll({ fromPosition: START, filter, resolveLinkTos: false }))
      count += 1;
    return count;
  } catch (error) {
    throw portError(error);
  } finally {
    await client.dispose();
  }
}
