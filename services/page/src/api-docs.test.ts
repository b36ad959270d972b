import Fastify from 'fastify';
import { expect, it } from 'vitest';

import { serveApiDocs } from './api-docs.ts';

it('gives the same description as JSON, and to its page as JSON and YAML', async () => {
  await using app = Fastify();
  await serveApiDocs(app);
  const [own, json, yaml] = await Promise.all(
    ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'].map((url) => app.inject(url)),
  );
  const described = own?.json() as { openapi: string; paths: Record<string, unknown> };
  expect(described.openapi).toBe('3.1.0');
  expect(described.paths['/process']).toHaveProperty('post');
  expect(json?.json()).toEqual(described);
  expect(yaml?.body).toMatch(/^openapi: 3\.1\.0\n/);
  for (const path of Object.keys(described.paths)) expect(yaml?.body).toContain(`\n  ${path}:\n`);
});
