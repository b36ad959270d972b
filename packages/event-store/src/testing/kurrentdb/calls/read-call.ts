import type { ServerWritableStream } from '@grpc/grpc-js';

import type { streamsMessages } from '../protocol.ts';

/** A call of `Read`: what was asked, and where its answers are written. */
export type ReadCall = ServerWritableStream<streamsMessages.ReadReq, streamsMessages.ReadResp>;
