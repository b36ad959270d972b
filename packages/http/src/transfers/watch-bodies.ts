import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

import { Transfers, type Transfer, type TransferLimits } from './transfers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly transfers: Transfers;
  }
  interface FastifyRequest {
    /** Its body while it comes in; undefined when it has none. */
    transfer: Transfer | undefined;
  }
  interface FastifyContextConfig {
    /** Its handler counts what arrives and keeps it on disk; other bodies are counted by what they announce. */
    spools?: boolean;
  }
}

/** Between an answer to a sender that stalled and the end of its connection, milliseconds. */
const LAST_WORD_MS = 1000;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Counts every body that comes in, gives up the ones that stall (408), and refuses those beyond the budget (503). */
export function watchBodies(app: FastifyInstance, limits: Partial<TransferLimits> | undefined): void {
  const transfers = new Transfers(limits);
  app.decorate('transfers', transfers);
  app.decorateRequest('transfer', undefined);
  app.addHook('preParsing', (request, reply, payload, done) => {
    try {
      if (hasBody(request)) begin(transfers, request, reply);
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

function begin(transfers: Transfers, request: FastifyRequest, reply: FastifyReply): void {
  const transfer = transfers.begin(request);
  request.transfer = transfer;
  reply.raw.once('close', () => transfer.release());
  const { config, bodyLimit } = request.routeOptions;
  const { spools = false } = config;
  transfer.signal.addEventListener('abort', () => {
    setTimeout(() => request.raw.destroy(), LAST_WORD_MS).unref();
    // A handler that spools meets the stall itself.
    if (!reply.sent && !spools) void reply.send(transfer.signal.reason);
  });
  if (spools) return;
  const announced = Number(request.headers['content-length'] ?? bodyLimit);
  // What will not be read takes nothing of the budget, whatever it announces.
  if (announced > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  transfer.take(announced);
}
