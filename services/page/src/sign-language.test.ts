import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { serveSignLanguage } from './sign-language.ts';

async function frame(vlibrasUrl: string | null) {
  const app = Fastify();
  serveSignLanguage(app, vlibrasUrl);
  const answer = await app.inject({ url: '/libras', headers: { accept: 'text/html' } });
  await app.close();
  const policy = new Map(
    String(answer.headers['content-security-policy'])
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values] as const;
      }),
  );
  return { answer, policy };
}

it('gives the widget an origin of its own, and no host but its own ones', async () => {
  const { answer, policy } = await frame('https://vlibras.gov.br/app');
  expect(answer.statusCode).toBe(200);
  expect(policy.get('sandbox')).toEqual(['allow-scripts']);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toEqual([
    'https://vlibras.gov.br',
    'https://*.vlibras.gov.br',
    'data:',
    'blob:',
  ]);
  expect(policy.get('script-src')).not.toContain("'unsafe-inline'");
  expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
  expect(policy.has('frame-src')).toBe(false);
  expect(answer.headers['referrer-policy']).toBe('strict-origin');
  expect(answer.body).toContain('data-vlibras="https://vlibras.gov.br/app"');
});

it.each([
  ['https://libras.exemplo.com.br:8443/copia', 'https://*.libras.exemplo.com.br:8443'],
  ['http://127.0.0.1:9/app', undefined],
  ['http://[::1]:9/app', undefined],
])('names the hosts below that of a copy, where it has a name: %s', async (url, below) => {
  const { policy } = await frame(url);
  const own = [new URL(url).origin, ...(below === undefined ? [] : [below])];
  expect(policy.get('connect-src')).toEqual([...own, 'data:', 'blob:']);
});

it('writes an address into the page as text', async () => {
  const { answer } = await frame('https://a.exemplo/?x="><script>y</script>');
  expect(answer.body).not.toContain('<script>y');
});

it('answers 404 where the installation offers none', async () => {
  const { answer } = await frame(null);
  expect(answer.statusCode).toBe(404);
});
