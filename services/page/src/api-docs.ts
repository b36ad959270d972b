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
    // The other layout begins with a bar of Swagger's own, whose drawing has a style that no policy of ours allows.
    uiConfig: { docExpansion: 'list', deepLinking: true, layout: 'BaseLayout' },
    theme: { title: 'Lacre: API' },
  });
}
