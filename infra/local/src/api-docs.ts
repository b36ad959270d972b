import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

/** `/api/openapi.json`, and a page to browse it at `/api/docs`. */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  app.get('/api/openapi.json', () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true },
    theme: { title: 'Lacre: API' },
  });
}
