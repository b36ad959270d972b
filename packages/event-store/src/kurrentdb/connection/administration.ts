import {
  AccessDeniedError,
  BACKWARDS,
  DeadlineExceededError,
  END,
  excludeSystemEvents,
  jsonEvent,
  KurrentDBClient,
  metastreamOf,
  NO_STREAM,
  SETTINGS_STREAM,
  START,
  StreamNotFoundError,
  USER_STREAM_ACL,
  UnavailableError,
  WrongExpectedVersionError,
  type JSONEventType,
} from '@kurrent/kurrentdb-client';

import type { JsonObject } from '../../port.ts';
import { readConnectionString } from './connection-string.ts';
import { ServerUsers, type ServerUser } from './server-users.ts';

/** Who may do what with a stream, as the server writes it: names of users and of groups. */
export interface StreamRights {
  $r?: string | string[];
  $w?: string | string[];
  $d?: string | string[];
  $mr?: string | string[];
  $mw?: string | string[];
}

/**
 * What a JSON document of the server says now, and where its stream is, so that no concurrent change is overwritten.
 */
interface Document {
  content: JsonObject;
  revision: bigint | typeof NO_STREAM;
}

/**
 * What an administrator of the server sees and sets: users, and the two documents that rights come from. `$$$all`
 * (metadata of `$all`) says who reads the whole log; `$settings` says what holds for streams without rights of their
 * own. Documents over the client's public surface; users, which it has no words for, by the server's gRPC service.
 *
 * https://docs.kurrent.io/server/v24.10/security/user-authorization.html
 */
export class ServerAdministration {
  readonly users: ServerUsers;
  readonly #client: KurrentDBClient;

  /** @throws InvalidConnectionString */
  constructor(connectionString: string) {
    const settings = readConnectionString(connectionString);
    this.#client = KurrentDBClient.connectionString(connectionString);
    this.users = new ServerUsers(settings);
  }

  async close(): Promise<void> {
    this.users.close();
    await this.#client.dispose();
  }

  /** Rights on the whole log. */
  async rightsOnLog(): Promise<StreamRights> {
    const { content } = await this.#read(metastreamOf('$all'));
    return rightsIn(content['$acl']);
  }

  async setRightsOnLog(rights: StreamRights): Promise<void> {
    await this.#change(metastreamOf('$all'), '$metadata', { $acl: rights });
  }

  /** Rights on streams that have none of their own; empty where every signed-in user has all rights. */
  async defaultRights(): Promise<StreamRights> {
    const { content } = await this.#read(SETTINGS_STREAM);
    return rightsIn(content[USER_STREAM_ACL]);
  }

  /** What the document says of the server's own streams is left as it is. */
  async setDefaultRights(rights: StreamRights): Promise<void> {
    await this.#change(SETTINGS_STREAM, 'update-default-acl', { [USER_STREAM_ACL]: rights });
  }

  /** Whether the server holds events of others: streams that do not begin so, and are not the server's own. */
  async holdsForeignEvents(ownPrefix: string): Promise<boolean> {
    const page = { maxCount: 200, filter: excludeSystemEvents() };
    // Ours may be long: whatever others wrote lately stands near its end.
    const looks = [
      this.#client.readAll({ fromPosition: START, ...page }),
      this.#client.readAll({ fromPosition: END, direction: BACKWARDS, ...page }),
    ];
    for (const look of looks)
      for await (const { event } of look)
        if (event !== undefined && !event.streamId.startsWith('$') && !event.streamId.startsWith(ownPrefix))
          return true;
    return false;
  }

  async #read(stream: string): Promise<Document> {
    try {
      const last = this.#client.readStream(stream, { fromRevision: END, direction: BACKWARDS, maxCount: 1 });
      for await (const { event } of last)
        if (event !== undefined)
          return { content: (event.isJson ? event.data : {}) as JsonObject, revision: event.revision };
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return { content: {}, revision: NO_STREAM };
  }

  /** The document with this changed; fails on a concurrent change. */
  async #change(stream: string, type: string, change: Record<string, StreamRights>): Promise<void> {
    const { content, revision } = await this.#read(stream);
    const event = jsonEvent<JSONEventType>({ type, data: { ...content, ...change } });
    await this.#client.appendToStream(stream, event, { streamState: revision });
  }
}

const rightsIn = (value: unknown): StreamRights => (typeof value === 'object' && value !== null ? value : {});

/** Why the server did not do what its administrator asked; undefined for anything else, such as a bug. */
export function refusalOf(error: unknown): 'denied' | 'changed' | 'unreachable' | undefined {
  if (error instanceof AccessDeniedError) return 'denied';
  if (error instanceof WrongExpectedVersionError) return 'changed';
  return error instanceof UnavailableError || error instanceof DeadlineExceededError
    ? 'unreachable'
    : undefined;
}

export type { ServerUser };
