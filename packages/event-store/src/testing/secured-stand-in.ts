import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type MethodDefinition,
  type ServiceDefinition,
  type ServiceError,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

import { KurrentDbStandIn, type KurrentDbStandInOptions } from './kurrentdb-stand-in.ts';
import {
  GossipService,
  ServerFeaturesService,
  shared,
  streamName,
  streams,
  StreamsService,
} from './kurrentdb/protocol.ts';
import { localCertificate } from './secured/local-certificate.ts';
import { RightsBook, type Caller } from './secured/rights.ts';
import { accessDenied, UserBook, UsersService } from './secured/user-book.ts';

type Act = 'read' | 'write' | 'delete';
type Identifier = Parameters<typeof streamName>[0];

/** What the calls are about, as far as rights go: requests are handed on as the bytes they came as. */
const readStream = (bytes: Buffer): string => {
  const options = streams.ReadReq.deserializeBinary(bytes).getOptions();
  return options?.hasStream() === true ? streamName(options.getStream()?.getStreamIdentifier()) : '$all';
};
const identifierOf = {
  append: (bytes: Buffer): Identifier =>
    streams.AppendReq.deserializeBinary(bytes).getOptions()?.getStreamIdentifier(),
  batchAppend: (bytes: Buffer): Identifier =>
    streams.BatchAppendReq.deserializeBinary(bytes).getOptions()?.getStreamIdentifier(),
  delete: (bytes: Buffer): Identifier =>
    streams.DeleteReq.deserializeBinary(bytes).getOptions()?.getStreamIdentifier(),
};
const dataOf = {
  append: (bytes: Buffer): Uint8Array[] => {
    const message = streams.AppendReq.deserializeBinary(bytes).getProposedMessage();
    return message === undefined ? [] : [message.getData_asU8()];
  },
  batchAppend: (bytes: Buffer): Uint8Array[] =>
    streams.BatchAppendReq.deserializeBinary(bytes)
      .getProposedMessagesList()
      .map((message) => message.getData_asU8()),
};

/**
 * A stand-in with TLS, users and rights: before the log of a `KurrentDbStandIn`, which knows none, stands a server that
 * asks who calls, looks at what for, and hands on what is granted.
 */
export class SecuredStandIn {
  readonly users = new UserBook();
  readonly #tls = localCertificate();
  readonly #rights = new RightsBook();
  readonly #behind: KurrentDbStandIn;
  #server: Server | undefined;
  #upstream: Client | undefined;
  #port = 0;

  constructor(options: Pick<KurrentDbStandInOptions, 'release'> = {}) {
    this.#behind = new KurrentDbStandIn(options);
  }

  /** Certificate of the authority, in PEM: for `tlsCAFile`. */
  get authority(): string {
    return this.#tls.authority;
  }

  /** `host:port`, of the certificate. */
  get address(): string {
    return `localhost:${this.#port}`;
  }

  async start(): Promise<void> {
    await this.#behind.start();
    this.#upstream = new Client(new URL(this.#behind.connectionString).host, credentials.createInsecure());
    const server = new Server();
    server.addService(UsersService, this.users.service());
    for (const service of [StreamsService, ServerFeaturesService, GossipService])
      server.addService(asBytes(service), this.#handing(service));
    const secure = ServerCredentials.createSsl(null, [
      { private_key: Buffer.from(this.#tls.key), cert_chain: Buffer.from(this.#tls.certificate) },
    ]);
    this.#port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('localhost:0', secure, (error, port) => (error ? reject(error) : resolve(port)));
    });
    this.#server = server;
  }

  close(): void {
    this.#server?.forceShutdown();
    this.#upstream?.close();
    this.#behind.close();
  }

  #handing(service: ServiceDefinition): UntypedServiceImplementation {
    return Object.fromEntries(
      Object.entries(service).map(([name, method]) => [name, this.#handler(name, method)]),
    );
  }

  #handler(name: string, method: MethodDefinition<unknown, unknown>) {
    if (method.requestStream) return method.responseStream ? this.#bidi(method) : this.#uploads(method);
    return method.responseStream ? this.#downloads(method) : this.#unary(name, method);
  }

  #unary(name: string, { path }: MethodDefinition<unknown, unknown>): handleUnaryCall<Buffer, Buffer> {
    const isDeletion = name === 'delete' || name === 'tombstone';
    return (call, respond) => {
      try {
        const caller = this.users.callerOf(call.metadata);
        if (isDeletion) this.#assertAllowed(caller, streamName(identifierOf.delete(call.request)), 'delete');
        this.#upstream!.makeUnaryRequest(path, same, same, call.request, new Metadata(), respond as never);
      } catch (error) {
        respond(error as ServiceError);
      }
    };
  }

  #downloads({ path }: MethodDefinition<unknown, unknown>): handleServerStreamingCall<Buffer, Buffer> {
    return (call) => {
      try {
        this.#assertAllowed(this.users.callerOf(call.metadata), readStream(call.request), 'read');
      } catch (error) {
        return void call.emit('error', error);
      }
      const answer = this.#upstream!.makeServerStreamRequest(path, same, same, call.request, new Metadata());
      answer.on('data', (bytes: Buffer) => call.write(bytes));
      answer.on('end', () => call.end());
      answer.on('error', (error) => call.emit('error', error));
      call.on('cancelled', () => answer.cancel());
    };
  }

  #uploads({ path }: MethodDefinition<unknown, unknown>): handleClientStreamingCall<Buffer, Buffer> {
    return (call, respond) => {
      const upstream = this.#upstream!.makeClientStreamRequest(
        path,
        same,
        same,
        new Metadata(),
        respond as never,
      );
      let stream: string | undefined;
      let refused = false;
      call.on('data', (bytes: Buffer) => {
        if (refused) return;
        try {
          stream ??= this.#assertWritable(call.metadata, identifierOf.append(bytes));
        } catch (error) {
          refused = true;
          upstream.cancel();
          return respond(error as ServiceError);
        }
        for (const data of dataOf.append(bytes)) this.#rights.note(stream ?? '', data);
        upstream.write(bytes);
      });
      call.on('end', () => refused || upstream.end());
    };
  }

  /** Appends of many streams over one call: one that is not granted is answered, the others go on. */
  #bidi({ path }: MethodDefinition<unknown, unknown>): handleBidiStreamingCall<Buffer, Buffer> {
    return (call) => {
      const upstream = this.#upstream!.makeBidiStreamRequest(path, same, same, new Metadata());
      const open = new Map<string, string | undefined>();
      upstream.on('data', (bytes: Buffer) => call.write(bytes));
      upstream.on('end', () => call.end());
      upstream.on(
        'error',
        (error: ServiceError) => error.code !== status.CANCELLED && call.emit('error', error),
      );
      call.on('cancelled', () => upstream.cancel());
      call.on('error', () => upstream.cancel());
      call.on('end', () => upstream.end());
      call.on('data', (bytes: Buffer) => {
        const request = streams.BatchAppendReq.deserializeBinary(bytes);
        const correlation = JSON.stringify(request.getCorrelationId()?.toObject());
        try {
          if (request.hasOptions())
            open.set(correlation, this.#assertWritable(call.metadata, identifierOf.batchAppend(bytes)));
        } catch (error) {
          return void call.emit('error', error);
        }
        for (const data of dataOf.batchAppend(bytes)) this.#rights.note(open.get(correlation) ?? '', data);
        upstream.write(bytes);
      });
    };
  }

  #assertWritable(metadata: Metadata, identifier: Identifier): string {
    const stream = streamName(identifier ?? new shared.StreamIdentifier());
    this.#assertAllowed(this.users.callerOf(metadata), stream, 'write');
    return stream;
  }

  #assertAllowed(caller: Caller | undefined, stream: string, act: Act): void {
    if (!this.#rights.allows(caller, stream, act)) throw accessDenied();
  }
}

const same = (bytes: Buffer): Buffer => bytes;

function asBytes(service: ServiceDefinition): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [
      name,
      {
        ...method,
        requestSerialize: same,
        requestDeserialize: same,
        responseSerialize: same,
        responseDeserialize: same,
      },
    ]),
  );
}
