import { EventStoreUnavailable, type EventStore } from '@lacre/event-store';
import {
  createKurrentDbEventStore,
  InvalidConnectionString,
  isSupportedRelease,
  readConnectionString,
  serverReleases,
  supportedReleasesText,
} from '@lacre/event-store/kurrentdb';

import { EngineRefused } from './fault-words.ts';

/** gRPC's own code of a call whose caller is not known (`UNAUTHENTICATED`). */
const UNAUTHENTICATED = 16;

/**
 * Which releases the servers are of, and the log's end by the connection that everything else goes by.
 *
 * @throws EngineRefused, EventStoreUnavailable
 */
export async function askLog(url: string, prefix?: string): Promise<void> {
  const store = opened(url, prefix);
  try {
    // At once: a release that is not known may refuse the other question in ways that say nothing.
    const [releases, head] = await Promise.allSettled([serverReleases(url), store.head()]);
    if (releases.status === 'rejected') throw releases.reason;
    assertSupported(releases.value);
    if (head.status === 'rejected') throw head.reason;
  } catch (error) {
    if (error instanceof EventStoreUnavailable && error.reason === 'denied') throw denied(error, url);
    throw error;
  } finally {
    await store.close();
  }
}

/** @throws EngineRefused */
function assertSupported(releases: readonly (string | undefined)[]): void {
  const fault = releaseFault(releases);
  if (fault !== undefined) throw new EngineRefused(fault);
}

/** For people: what is wrong with the releases that servers say they are of; undefined when nothing is. */
export function releaseFault(releases: readonly (string | undefined)[]): string | undefined {
  const unfit = releases.filter((release) => release === undefined || !isSupportedRelease(release));
  if (unfit.length === 0) return undefined;
  const [release] = unfit;
  const found = release === undefined ? 'o servidor não diz que versão é' : `o servidor é o ${release}`;
  return `${found}, e o Lacre pede KurrentDB (EventStoreDB) ${supportedReleasesText}`;
}

function opened(connectionString: string, prefix: string | undefined): EventStore {
  try {
    return createKurrentDbEventStore(
      prefix === undefined ? { connectionString } : { connectionString, prefix },
    );
  } catch (error) {
    // Its message names the part that is wrong, and neither user nor password.
    if (!(error instanceof InvalidConnectionString)) throw error;
    throw new EngineRefused(`o endereço está errado: ${error.message}`);
  }
}

function denied({ cause }: EventStoreUnavailable, url: string): EngineRefused {
  const { credentials, tls } = readConnectionString(url);
  // A server without TLS authenticates no client.
  if (credentials === undefined && tls !== undefined)
    return new EngineRefused(
      'o endereço não diz usuário e senha, e o servidor os pede (kurrentdb://USUÁRIO:SENHA@…)',
    );
  const { code } = (cause ?? {}) as { code?: unknown };
  return new EngineRefused(
    code === UNAUTHENTICATED
      ? 'usuário ou senha errados'
      : 'o usuário não tem os direitos do Lacre: escrever nos fluxos e ler $all (lacre log prepare)',
  );
}
