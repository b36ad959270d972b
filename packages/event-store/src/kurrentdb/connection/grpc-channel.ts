import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';

import { endpointText, type Endpoint } from './endpoint.ts';
import { GrpcError, status } from './grpc-error.ts';

export interface ChannelOptions {
  tls?:
    | { ca: Buffer | undefined; cert: Buffer | undefined; key: Buffer | undefined; verify: boolean }
    | undefined;
  /** Name that the server's certificate is for, when `endpoint` is an address that the name stands for. */
  serverName?: string | undefined;
  /** Sent with every call. */
  headers: Readonly<Record<string, string>>;
}

/** Bytes that a server may send before they were read: a reader is never slower for want of a window. */
const windowBytes = 4 * 1024 * 1024;

/** Of one message; the server itself takes events of up to 16 MiB. */
const maxMessageBytes = 17 * 1024 * 1024;

/**
 * Handed on to the socket, though the types of HTTP/2 do not say so: a call is a small write that waits for its answer.
 */
const socketOptions = { noDelay: true };

/**
 * One HTTP/2 connection to one server, for calls of gRPC
 * (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md). It is made once and never again: when it breaks,
 * every call on it ends, and `closed` resolves.
 */
export class GrpcChannel {
  readonly closed: Promise<Error>;
  readonly #session: ClientHttp2Session;
  readonly #headers: Readonly<Record<string, string>>;
  #reason: Error | undefined;
  #lastReceivedAt = 0;

  constructor(endpoint: Endpoint, { tls, serverName, headers }: ChannelOptions) {
    this.#headers = headers;
    this.#session = connect(`${tls ? 'https' : 'http'}://${endpointText(endpoint)}`, {
      ...socketOptions,
      settings: { initialWindowSize: windowBytes, enablePush: false },
      ...(tls && {
        ...(tls.ca && { ca: tls.ca }),
        ...(tls.cert && { cert: tls.cert }),
        ...(tls.key && { key: tls.key }),
        rejectUnauthorized: tls.verify,
        ...(serverName !== undefined && { servername: serverName }),
      }),
    });
    this.#session.on('connect', () => this.#session.setLocalWindowSize(4 * windowBytes));
    this.closed = new Promise((resolve) => {
      this.#session.on('error', (error) => (this.#reason ??= error));
      this.#session.on('goaway', () => this.close(new GrpcError(status.UNAVAILABLE, 'the server goes away')));
      this.#session.on('close', () => resolve(this.#reason ?? connectionLost()));
    });
  }

  /** Opens a call. Its errors come from reading its messages. */
  call(path: string): GrpcCall {
    if (this.#session.destroyed || this.#session.closed) throw this.#reason ?? connectionLost();
    const stream = this.#session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: path,
      [constants.HTTP2_HEADER_TE]: 'trailers',
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc+proto',
      ...this.#headers,
    });
    return new GrpcCall(
      stream,
      () => this.#reason,
      () => (this.#lastReceivedAt = Date.now()),
    );
  }

  /** How long nothing was heard on it. */
  get silentMs(): number {
    return Date.now() - this.#lastReceivedAt;
  }

  /** Ends the connection and every call on it, for this reason. */
  close(reason: Error): void {
    this.#reason ??= reason;
    this.#session.destroy();
  }
}

function connectionLost(): GrpcError {
  return new GrpcError(status.UNAVAILABLE, 'the connection was lost');
}

/** One call: what was written goes out in order, what comes is read by `messages`, once. */
export class GrpcCall {
  readonly #stream: ClientHttp2Stream;
  readonly #channelFault: () => Error | undefined;
  readonly #onReceived: () => void;
  #trailers: IncomingHttpHeaders | undefined;
  #fault: Error | undefined;

  constructor(stream: ClientHttp2Stream, channelFault: () => Error | undefined, onReceived: () => void) {
    this.#stream = stream;
    this.#channelFault = channelFault;
    this.#onReceived = onReceived;
    stream.on('response', (headers) => {
      if (headers['grpc-status'] !== undefined) this.#trailers = headers;
      else if (headers[':status'] !== 200)
        this.#fault = new GrpcError(status.UNAVAILABLE, `HTTP status ${headers[':status']}`);
    });
    stream.on('trailers', (headers) => (this.#trailers = headers));
    // Readers get it from the iteration; a call without a reader has none to notify.
    stream.on('error', (error) => (this.#fault ??= error));
  }

  write(message: Uint8Array): void {
    const framed = Buffer.allocUnsafe(5 + message.length);
    framed.writeUInt8(0, 0);
    framed.writeUInt32BE(message.length, 1);
    framed.set(message, 5);
    this.#stream.write(framed);
  }

  /** No more will be written. */
  end(): void {
    this.#stream.end();
  }

  /** Ends the call; what is being read ends with an error. */
  cancel(): void {
    if (!this.#stream.destroyed) this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  /**
   * The messages of the answer, those that arrived together in one list.
   *
   * @throws GrpcError of the server's status, or the connection's error.
   */
  async *messages(): AsyncGenerator<Buffer[], void, void> {
    let rest: Buffer | undefined;
    try {
      for await (const chunk of this.#stream as AsyncIterable<Buffer>) {
        this.#onReceived();
        const bytes: Buffer = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
        const messages: Buffer[] = [];
        let at = 0;
        while (bytes.length - at >= 5) {
          const length = bytes.readUInt32BE(at + 1);
          if (length > maxMessageBytes || bytes[at] !== 0)
            throw new GrpcError(status.INTERNAL, `a message of ${length} bytes, flags ${bytes[at]}`);
          if (bytes.length - at - 5 < length) break;
          messages.push(bytes.subarray(at + 5, at + 5 + length));
          at += 5 + length;
        }
        rest = at < bytes.length ? bytes.subarray(at) : undefined;
        if (messages.length > 0) yield messages;
      }
    } catch (error) {
      throw this.#status() ?? this.#channelFault() ?? error;
    } finally {
      this.cancel();
    }
    const fault = this.#status();
    if (fault) throw fault;
    if (this.#trailers === undefined)
      throw this.#channelFault() ?? this.#fault ?? new GrpcError(status.UNAVAILABLE, 'the call broke off');
  }

  /** What the server said that went wrong. */
  #status(): GrpcError | undefined {
    const code = this.#trailers?.['grpc-status'];
    return code === undefined || code === '0' ? undefined : GrpcError.ofTrailers(this.#trailers!);
  }
}
