import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { securityText, serveSecurityText } from './security-txt.ts';

const about = { contact: 'mailto:seguranca@exemplo.com.br', publicUrl: 'https://lacre.exemplo.com.br' };

it('has the fields of RFC 9116, each once, and an end within a year', () => {
  const now = new Date('2026-11-23T17:00:00Z');
  const fields = securityText(about, now)
    .trimEnd()
    .split('\n')
    .map((line) => /^(?<name>[\w-]+): (?<value>.+)$/.exec(line)?.groups);
  expect(fields.map((field) => field?.['name'])).toEqual([
    'Contact',
    'Expires',
    'Preferred-Languages',
    'Canonical',
  ]);
  const expires = new Date(fields[1]?.['value'] ?? '');
  expect(expires.getTime()).toBeGreaterThan(now.getTime());
  expect(expires.getTime() - now.getTime()).toBeLessThan(365 * 86_400_000);
  expect(fields[3]?.['value']).toBe('https://lacre.exemplo.com.br/.well-known/security.txt');
});

it('is served as plain text', async () => {
  const app = Fastify();
  serveSecurityText(app, about);
  const reply = await app.inject('/.well-known/security.txt');
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body).toContain('Contact: mailto:seguranca@exemplo.com.br');
  await app.close();
});
