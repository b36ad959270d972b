import { fileURLToPath } from 'node:url';

import { buildPublicService, serveSecurityText, type PublicServiceOptions } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { serveApiDocs } from './api-docs.ts';
import { serveSignLanguage } from './sign-language.ts';
import { answerPage, serveWebClient } from './web-client.ts';

/** Where the build leaves the client. */
const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface PageOptions extends Omit<PublicServiceOptions, 'notFound' | 'publicUrl'> {
  publicUrl: string;
  /** Where weaknesses are reported. */
  contact: string;
  /** Where the widget for Libras is; null where none is offered. */
  vlibrasUrl: string | null;
  /** The built client, where it lies elsewhere. */
  webRoot?: string;
}

/** The client, the description of the API and `security.txt`, on a server of their own. */
export async function buildPageApp({
  contact,
  vlibrasUrl,
  webRoot,
  ...options
}: PageOptions): Promise<FastifyInstance> {
  const app = await buildPublicService({ ...options, notFound: answerPage });
  serveSecurityText(app, { contact, publicUrl: options.publicUrl });
  await serveApiDocs(app);
  serveSignLanguage(app, vlibrasUrl);
  await serveWebClient(app, webRoot ?? WEB_ROOT);
  return app;
}
