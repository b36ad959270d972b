import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { listenLocally } from '@lacre/test-support';

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A stand-in for a foreign register on a local port, which gives the answers set by a test and counts requests. */
export async function registerServer() {
  let answering: Answering = (_request, response) => response.writeHead(500).end();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answering(request, response);
  });
  const port = await listenLocally(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Paths, in the order they were asked for. */
    asked,
    answers: (how: Answering) => (answering = how),
    json: (body: unknown, status = 200, headers: Record<string, string> = {}) => {
      answering = (_request, response) => {
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body));
      };
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type RegisterServer = Awaited<ReturnType<typeof registerServer>>;
