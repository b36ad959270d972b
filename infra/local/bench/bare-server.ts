/** A Fastify route that does nothing, for what HTTP and JSON cost by themselves: `node bare-server.ts`, prints its port. */
import Fastify from 'fastify';

const app = Fastify();
const answer = { position: '1', name: 'Padaria', city: 'Recife', filler: 'x'.repeat(400) };
app.get('/bare', () => answer);
app.post('/bare', (request) => ({ ...answer, had: Object.keys(request.body as object).length }));
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${app.addresses()[0]?.port ?? 0}\n`);
