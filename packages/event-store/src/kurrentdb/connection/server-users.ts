import { createRequire } from 'node:module';

import { ChannelCredentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { convertToCommandError, LoginNotFoundError, UnavailableError } from '@kurrent/kurrentdb-client';
import type * as usersGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/usermanagement_grpc_pb.js';
import type * as usersMessages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/usermanagement_pb.js';

import type { ConnectionSettings } from './connection-string.ts';
import { endpointText } from './endpoint.ts';

// Required, not imported: generated CommonJS whose names the module loader cannot see.
const require = createRequire(import.meta.url);
const generated = '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1';
const { UsersClient } = require(`${generated}/usermanagement_grpc_pb.js`) as typeof usersGrpc;
const messages = require(`${generated}/usermanagement_pb.js`) as typeof usersMessages;

export interface ServerUser {
  login: string;
  groups: string[];
  disabled: boolean;
}

/** Server that was asked does not answer, after which the next one named is. */
const ANSWER_MS = 10_000;

type Client = InstanceType<typeof UsersClient>;

/**
 * The server's users, by its gRPC service `event_store.client.users.Users` (20.6 to 25.x; `Users.*.cs` of the server),
 * in the messages that the client was generated with, over a channel of our own: the client's public surface knows no
 * users. The older HTTP `/users` does the same and would be a second protocol beside the one that all else goes by.
 *
 * Any node of a cluster takes what is asked and hands writes on to its leader.
 */
export class ServerUsers {
  readonly #clients: Client[];
  readonly #metadata = new Metadata();

  constructor({ hosts, credentials, tls }: ConnectionSettings) {
    const channel =
      tls === undefined
        ? ChannelCredentials.createInsecure()
        : ChannelCredentials.createSsl(tls.ca ?? null, tls.key ?? null, tls.cert ?? null, {
            rejectUnauthorized: tls.verify,
          });
    this.#clients = hosts.map((host) => new UsersClient(endpointText(host), channel));
    if (credentials !== undefined) {
      const { username, password } = credentials;
      const basic = Buffer.from(`${username}:${password}`).toString('base64');
      this.#metadata.set('authorization', `Basic ${basic}`);
    }
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  async find(login: string): Promise<ServerUser | undefined> {
    const options = new messages.DetailsReq.Options().setLoginName(login);
    const request = new messages.DetailsReq().setOptions(options);
    try {
      return await this.#ask(async (client, deadline) => {
        const answer = client.details(request, this.#metadata, { deadline });
        let found: ServerUser | undefined;
        for await (const response of answer as AsyncIterable<usersMessages.DetailsResp>) {
          const details = response.getUserDetails();
          if (details)
            found = {
              login: details.getLoginName(),
              groups: details.getGroupsList(),
              disabled: details.getDisabled(),
            };
        }
        return found;
      });
    } catch (error) {
      if (error instanceof LoginNotFoundError) return undefined;
      throw error;
    }
  }

  /** Without a group: what it may do is said by the rights on streams alone. */
  async create(login: string, password: string, fullName: string): Promise<void> {
    const options = new messages.CreateReq.Options().setLoginName(login);
    const request = new messages.CreateReq().setOptions(options.setPassword(password).setFullName(fullName));
    await this.#unary((client, deadline, done) => client.create(request, this.#metadata, { deadline }, done));
  }

  async enable(login: string): Promise<void> {
    const request = new messages.EnableReq().setOptions(new messages.EnableReq.Options().setLoginName(login));
    await this.#unary((client, deadline, done) => client.enable(request, this.#metadata, { deadline }, done));
  }

  async resetPassword(login: string, password: string): Promise<void> {
    const options = new messages.ResetPasswordReq.Options().setLoginName(login).setNewPassword(password);
    const request = new messages.ResetPasswordReq().setOptions(options);
    await this.#unary((client, deadline, done) =>
      client.resetPassword(request, this.#metadata, { deadline }, done),
    );
  }

  #unary(
    call: (client: Client, deadline: number, done: (error: ServiceError | null) => void) => unknown,
  ): Promise<void> {
    return this.#ask(
      (client, deadline) =>
        new Promise((resolve, reject) => {
          call(client, deadline, (error) => (error === null ? resolve() : reject(error)));
        }),
    );
  }

  /** Of the servers named, the first that can be reached answers. @throws the client's errors */
  async #ask<Answer>(call: (client: Client, deadline: number) => Promise<Answer>): Promise<Answer> {
    let unreached: unknown;
    for (const client of this.#clients) {
      try {
        return await call(client, Date.now() + ANSWER_MS);
      } catch (error) {
        const known = error instanceof Error ? convertToCommandError(error) : error;
        if (!(known instanceof UnavailableError)) throw known;
        unreached = known;
      }
    }
    throw unreached;
  }
}
