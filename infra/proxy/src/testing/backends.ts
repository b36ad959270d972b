import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

import { listenLocally } from '@lacre/test-support';

import { services, type Service } from '../route-table.ts';

/** What a service was sent, as it answers. */
export interface Seen {
  service: Service;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  bytes: number;
}

export interface Backends {
  ports: Record<Service, number>;
  /** Resolves with the bytes of the first part of the next body that a service sees. */
  firstPart(service: Service): Promise<number>;
  close(): Promise<void>;
}

/** A server for each service, which says what it was sent. */
export async function startBackends(): Promise<Backends> {
  const waiting = new Map<Service, (bytes: number) => void>();
  const servers: Server[] = [];
  const ports = {} as Record<Service, number>;
  for (const service of services) {
    const onPart = (bytes: number): void => {
      waiting.get(service)?.(bytes);
      waiting.delete(service);
    };
    const server = createServer((request, response) => void reply(service, { request, response, onPart }));
    ports[service] = await listenLocally(server);
    servers.push(server);
  }
  return {
    ports,
    firstPart: (service) => new Promise((resolve) => waiting.set(service, resolve)),
    close: async () => {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function reply(
  service: Service,
  exchange: { request: IncomingMessage; response: ServerResponse; onPart: (bytes: number) => void },
): Promise<void> {
  const { request, response, onPart } = exchange;
  try {
    const seen = await answer(service, request, onPart);
    response.setHeader('x-seen-by', service);
    response.end(JSON.stringify(seen));
  } catch {
    // A body that the proxy cut off.
    response.destroy();
  }
}

async function answer(
  service: Service,
  request: IncomingMessage,
  onPart: (bytes: number) => void,
): Promise<Seen> {
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    onPart(bytes);
  }
  return { service, method: request.method ?? '', url: request.url ?? '', headers: request.headers, bytes };
}
