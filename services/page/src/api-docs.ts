import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { downloads, references } from './api-docs-plugins.ts';

/** `/api/openapi.json`, and a page to browse it at `/api/docs`. */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  let made: ReturnType<typeof openApiDocument> | undefined;
  // Made when it is first asked for: few installations are, and each would start later for it.
  const document = () => (made ??= openApiDocument());
  app.get('/api/openapi.json', document);
  // The plugin writes it as JSON and YAML, which both ask for `toJSON`, and reads nothing of it before.
  const described = { toJSON: document };
  await app.register(swagger, { mode: 'static', specification: { document: described as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // The other layout begins with a bar of Swagger's own, whose drawing has a style that no policy of ours allows.
    uiConfig: {
      docExpansion: 'list',
      deepLinking: true,
      layout: 'BaseLayout',
      plugins: [downloads, references],
    },
    theme: { title: 'Lacre: API' },
  });
}
