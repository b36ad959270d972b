/**
 * Hands connections on to a server, in a process of its own: `forward.ts <host> <port> [<folder with key.pem, cert.pem>]`.
 * With a folder it takes TLS as Postgres does, after `SSLRequest`. Prints its port.
 */
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { TLSSocket } from 'node:tls';

import { portOf } from '@lacre/test-support';

const [host = '', port = '', folder] = process.argv.slice(2);
const secret =
  folder === undefined
    ? undefined
    : { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) };

const server = createServer((client) => {
  client.on('error', () => {});
  if (secret === undefined) {
    handOn(client);
    return;
  }
  client.once('data', () => {
    client.write('S');
    handOn(new TLSSocket(client, { isServer: true, ...secret }));
  });
});

function handOn(client: NodeJS.ReadWriteStream): void {
  const upstream = connect(Number(port), host);
  pipeline(client, upstream, client, () => {});
}

// One connection waits to be accepted, and no other is answered, while this process is stopped.
server.listen({ port: 0, host: '127.0.0.1', backlog: 0 }, () => console.log(portOf(server)));
