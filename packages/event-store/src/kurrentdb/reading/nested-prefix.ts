import {
  BACKWARDS,
  END,
  KurrentDBClient,
  START,
  StreamDeletedError,
  streamNameFilter,
  StreamNotFoundError,
} from '@kurrent/kurrentdb-client';

import { nameSeparator } from '../../append-rules.ts';
import { portError } from '../connection/error-mapping.ts';

/**
 * A prefix in use on the server that begins with the given one, or that the given one begins with.
 *
 * @param stream in the port's name; who has it under a prefix uses that prefix
 *
 * @throws EventStoreUnavailable
 */
export async function nestedPrefix(
  connectionString: string,
  prefix: string,
  stream: string,
): Promise<string | undefined> {
  const client = KurrentDBClient.connectionString(connectionString);
  try {
    return (await shorter(client, prefix, stream)) ?? (await longer(client, prefix, stream));
  } catch (error) {
    throw portError(error);
  } finally {
    await client.dispose();
  }
}

async function shorter(client: KurrentDBClient, prefix: string, stream: string): Promise<string | undefined> {
  const parts = prefix.split(nameSeparator).slice(0, -1);
  for (let count = 1; count < parts.length; count++) {
    const one = parts
      .slice(0, count)
      .map((part) => `${part}${nameSeparator}`)
      .join('');
    try {
      const events = client.readStream(`${one}${stream}`, {
        direction: BACKWARDS,
        fromRevision: END,
        maxCount: 1,
      });
      for await (const _event of events) return one;
    } catch (error) {
      if (!(error instanceof StreamNotFoundError) && !(error instanceof StreamDeletedError)) throw error;
    }
  }
  return undefined;
}

async function longer(client: KurrentDBClient, prefix: string, stream: string): Promise<string | undefined> {
  const escaped = prefix.replaceAll(nameSeparator, String.raw`\.`);
  const filter = streamNameFilter({ regex: String.raw`^${escaped}.*\.${stream}$` });
  const options = { fromPosition: START, filter, maxCount: 1, resolveLinkTos: false } as const;
  for await (const { event } of client.readAll(options))
    if (event !== undefined) return event.streamId.slice(0, -stream.length);
  return undefined;
}
