import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';

import { introducingCallers } from '@lacre/access/testing';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';

import { buildService, Refusal, TOKEN_AUDIENCE, TOKEN_ISSUER } from '../index.ts';
import { route } from '../route.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1' };
export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token with these claims, signed by the key that the service knows. */
export function token(claims: object, header: object = { alg: 'EdDSA', typ: 'JWT', kid: 'k1' }): string {
  const now = Math.floor(Date.now() / 1000);
  const head = encode(header);
  const body = encode({ iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, iat: now, exp: now + 60, ...claims });
  return `${head}.${body}.${signBytes(null, Buffer.from(`${head}.${body}`), privateKey).toString('base64url')}`;
}

export const user = {
  kind: 'user',
  sub: randomUUID(),
  tenantId: randomUUID(),
  role: 'administrator',
  name: 'Ana',
};
export const person = { kind: 'person', sub: randomUUID(), tenantId: randomUUID(), name: 'Rui' };
/** For as long as a run of tests takes: files of one worker share it. */
export const asUser = `Bearer ${token({ ...user, exp: Math.floor(Date.now() / 1000) + 86_400 })}`;

const eventStore = createMemoryEventStore();
/** What the services of these tests logged. */
export const lines: string[] = [];
const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });

/** A service that knows the key above, without routes. */
export const newService = (more: { hosts?: Set<string>; publicUrl?: string } = {}) =>
  buildService({
    logger,
    keys: async () => ({ keys: [jwk] }),
    callers: introducingCallers(eventStore),
    apiTokens: async () => undefined,
    trustedProxies: 0,
    ...more,
  });

interface Cast {
  app: Awaited<ReturnType<typeof newService>>;
  /** What the last route was given: the client's context of a command, the query of a search. */
  seen: object;
  /** What a command of the reason "fault" throws. */
  fault: Error;
}

/** A service with some routes, for the tests of a file. `cast.app` is there before the first of them. */
export function useService() {
  const cast = { seen: {}, fault: new Error('none yet') } as Cast;
  beforeAll(async () => {
    cast.app = await newService();
    route(cast.app, 'cancelProcess', async ({ body, client }) => {
      cast.seen = client;
      if (body.reason === 'fault') throw cast.fault;
      if (body.reason === 'boom') throw new Error('secret inner message');
      if (body.documentId !== undefined) throw new Refusal('DOCUMENT_NOT_PENDING');
      return { position: '7' };
    });
    route(cast.app, 'listSignatures', async () => ({ items: [], later: [] }));
    route(cast.app, 'listPersons', async ({ query }) => {
      cast.seen = query;
      return { items: [], page: 1, pageSize: 20, total: 0, totalIsAtLeast: false };
    });
    await cast.app.ready();
  });
  afterAll(() => cast.app.close());

  /** Posts to a command. */
  const post = (payload: unknown, authorization?: string, headers: Record<string, string> = {}) =>
    cast.app.inject({
      method: 'POST',
      url: `/process/${randomUUID()}/cancel`,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(authorization === undefined ? {} : { authorization }),
      },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  return { cast, post };
}
