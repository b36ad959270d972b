import { features, paths, shared } from '../protocol.ts';
import { readConnectionString, type ConnectionSettings } from './connection-string.ts';
import { callHeaders } from './connection.ts';
import type { Endpoint } from './endpoint.ts';
import { GrpcChannel } from './grpc-channel.ts';
import { GrpcError, status } from './grpc-error.ts';

/**
 * Releases of KurrentDB (EventStoreDB) that the platform runs on: from the oldest that recordings were made of, up to the
 * last major whose protocol is known. `docs/event-store.md` names the same.
 */
export const SUPPORTED_RELEASES = { from: '24.2', lastMajor: 25 } as const;

/** For people. */
export const supportedReleasesText = `${SUPPORTED_RELEASES.from} a ${SUPPORTED_RELEASES.lastMajor}.x`;

/** How long a server may take to say what it is, milliseconds. */
const ANSWER_MS = 5000;

/**
 * What each server that the address names says it is, such as `24.10.9`; `undefined` where it says nothing, as those
 * before 21.10 do. One that does not answer, or not to this user, is left out.
 *
 * @throws InvalidConnectionString
 */
export async function serverReleases(connectionString: string): Promise<(string | undefined)[]> {
  const settings = readConnectionString(connectionString);
  const asked = await Promise.allSettled(settings.hosts.map((host) => releaseOf(host, settings)));
  return asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}

/** Whether the platform runs on a server that says this of itself. */
export function isSupportedRelease(release: string): boolean {
  const [major, minor] = numbersIn(release);
  if (major === undefined || minor === undefined) return false;
  const [leastMajor = 0, leastMinor = 0] = numbersIn(SUPPORTED_RELEASES.from);
  if (major > SUPPORTED_RELEASES.lastMajor) return false;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** `24.10.9`, `24.10.9.0`, `25.0.0-rc.1`. */
const numbersIn = (release: string): number[] =>
  (/^(\d+)\.(\d+)/.exec(release)?.slice(1) ?? []).map((digits) => Number(digits));

async function releaseOf(host: Endpoint, settings: ConnectionSettings): Promise<string | undefined> {
  const channel = new GrpcChannel(host, { tls: settings.tls, headers: callHeaders(settings) });
  const timer = setTimeout(() => channel.close(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  try {
    const call = channel.call(paths.serverFeatures);
    call.write(new shared.Empty().serializeBinary());
    call.end();
    for await (const [message] of call.messages()) {
      const told = features.SupportedMethods.deserializeBinary(message!).getEventStoreServerVersion();
      return told === '' ? undefined : told;
    }
    return undefined;
  } catch (error) {
    if (error instanceof GrpcError && error.code === status.UNIMPLEMENTED) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    channel.close(new Error('asked'));
  }
}
