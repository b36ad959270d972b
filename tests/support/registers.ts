import { createServer } from 'node:http';

import { listenLocally } from '@lacre/test-support';

/** A public register on this machine: it answers each path with its entry, and any other with 404. */
export async function startRegisters(entries: Readonly<Record<string, object>>): Promise<{
  environment: Record<string, string>;
  close: () => Promise<void>;
}> {
  const server = createServer((request, response) => {
    const found = entries[decodeURIComponent(request.url ?? '').replace(/^\//, '')];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { message: 'não encontrado' }));
  });
  const origin = `http://127.0.0.1:${await listenLocally(server)}`;
  return {
    environment: { CNPJ_LOOKUP_URLS: `${origin}/{cnpj}`, CEP_LOOKUP_URLS: `${origin}/{cep}` },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
