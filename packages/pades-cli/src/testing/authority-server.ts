import { createServer, type Server } from 'node:http';

import {
  answerOcspRequest,
  answerTimeStampRequest,
  type CertificateStatus,
  createLocalAuthority,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  type LocalAuthority,
} from '@lacre/pades';
import { listenLocally } from '@lacre/test-support';

const DAY_MS = 86_400_000;

/** An authority that answers over HTTP at the addresses its certificates name, for tests. */
export interface AuthorityServer {
  readonly held: LocalAuthority;
  readonly timeStampUrl: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  /** What OCSP says from now on. */
  status: CertificateStatus;
  /** Authorities that answer the next requests for a time stamp, in order; after them, the server's own. */
  readonly stampers: LocalAuthority[];
  /** Paths that answer 503 from now on. */
  readonly down: Set<string>;
  close(): Promise<void>;
}

export async function startAuthorityServer(): Promise<AuthorityServer> {
  const server = createServer();
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  const held = await createLocalAuthority({
    organization: 'Remota',
    now: new Date(),
    keyType: 'ec-p256',
    authorityUrl: url,
  });
  const state: AuthorityServer = {
    held,
    timeStampUrl: `${url}/tsp`,
    asked: [],
    status: { status: 'good' },
    stampers: [],
    down: new Set(),
    close: () => closed(server),
  };
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    state.asked.push(path);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (state.down.has(path)) response.writeHead(503).end();
      else
        void answer(path, Buffer.concat(chunks), state).then((body) =>
          response.writeHead(body ? 200 : 404).end(body),
        );
    });
  });
  return state;
}

async function answer(
  path: string,
  body: Buffer,
  { held, status, stampers }: AuthorityServer,
): Promise<Uint8Array | undefined> {
  const now = new Date();
  const nextUpdate = new Date(now.getTime() + DAY_MS);
  const crl = (issuer: 'root' | 'issuing'): Promise<Buffer> =>
    issueCrl({ issuer: held[issuer].signer, number: 1, thisUpdate: now, nextUpdate, revoked: [] });
  switch (path) {
    case '/tsp':
      return answerTimeStampRequest(
        body,
        { signer: (stampers.shift() ?? held).timeStamping.signer, policy: LOCAL_TIME_STAMP_POLICY },
        now,
        Buffer.of(1),
      );
    case '/ocsp':
      return answerOcspRequest(
        body,
        { issuer: held.issuing.certificate, signer: held.ocsp.signer, statusOf: () => status },
        now,
        nextUpdate,
      );
    case '/root.crl':
      return crl('root');
    case '/issuing.crl':
      return crl('issuing');
    case '/root.cer':
      return held.root.certificate.der;
    case '/issuing.cer':
      return held.issuing.certificate.der;
    default:
      return undefined;
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
