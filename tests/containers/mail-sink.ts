/** Runs in a container: takes every mail at port 2525, and shows those for an address at `http://…:8025/?to=`. */
import { createServer } from 'node:http';

import { startMailServer } from '@lacre/mailer/testing';

const server = await startMailServer({ host: '0.0.0.0', port: 2525 });
createServer((request, response) => {
  const to = new URL(request.url ?? '', 'http://sink').searchParams.get('to');
  response.end(JSON.stringify(server.received.filter((mail) => mail.to === to)));
}).listen(8025, '0.0.0.0');
process.on('SIGTERM', () => process.exit(0));
