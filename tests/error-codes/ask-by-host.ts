import { request } from 'node:http';

/** Asks an address under a `Host` of its own, which `fetch` does not send (Fetch, forbidden request-header). */
export function askByHost(url: string, host: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const headers = { 'content-type': reply.headers['content-type'] ?? '' };
        resolve(new Response(Buffer.concat(chunks), { status: reply.statusCode ?? 500, headers }));
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}
