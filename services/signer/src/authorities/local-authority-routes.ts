import type { FastifyInstance, FastifyReply } from 'fastify';

import type { LocalAuthorityService, LocalIssuer } from './local-authority-service.ts';

/** Requests of these protocols are a few hundred bytes. */
const MAX_REQUEST_BYTES = 64 * 1024;
const ISSUERS: readonly LocalIssuer[] = ['root', 'issuing'];

/**
 * The local authority's addresses, as its certificates name them: RFC 3161 (3.4) and RFC 6960 (appendix A) over HTTP,
 * certificates and CRLs (RFC 5280, 4.2.1.13 and 4.2.2.1). Public, binary, and no part of the JSON API.
 */
export async function localAuthorityRoutes(
  app: FastifyInstance,
  service: LocalAuthorityService,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        ['application/timestamp-query', 'application/ocsp-request'],
        { parseAs: 'buffer', bodyLimit: MAX_REQUEST_BYTES },
        (_request, body, done) => done(null, body),
      );
      const send = (reply: FastifyReply, type: string, der: Uint8Array) =>
        reply.type(type).send(Buffer.from(der));
      scope.post('/tsp', async ({ body }, reply) =>
        send(reply, 'application/timestamp-reply', await service.timeStamp(body as Buffer)),
      );
      scope.post('/ocsp', async ({ body }, reply) =>
        send(reply, 'application/ocsp-response', await service.ocsp(body as Buffer)),
      );
      scope.get<{ Params: { '*': string } }>('/ocsp/*', async ({ params }, reply) =>
        send(reply, 'application/ocsp-response', await service.ocsp(Buffer.from(params['*'], 'base64'))),
      );
      for (const issuer of ISSUERS) {
        scope.get(`/${issuer}.cer`, async (_request, reply) =>
          send(reply, 'application/pkix-cert', service.certificate(issuer)),
        );
        scope.get(`/${issuer}.crl`, async (_request, reply) =>
          send(reply, 'application/pkix-crl', await service.crl(issuer)),
        );
      }
    },
    { prefix: '/authority' },
  );
}
