export { serveApiDocs } from './api-docs.ts';
export { buildPageApp, type PageOptions } from './page-app.ts';
export { serveSignLanguage } from './sign-language.ts';
export { answerPage, serveWebClient } from './web-client.ts';
