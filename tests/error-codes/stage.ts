import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join as joinPath } from 'node:path';

import { SCOPES, type EventType } from '@lacre/contracts';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { listenLocally } from '@lacre/test-support';
import type { Pool } from 'pg';

import { join } from '../permissions/world.ts';
import { Api } from '../support/api.ts';
import { startClockedLacre } from '../support/clocked-lacre.ts';
import { moveOf, operateOn } from '../support/operate-tenant.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  personSession,
  processWhen,
  requestOf,
  uploadProof,
  type Account,
  type Asked,
  type Person,
} from '../support/scenario.ts';
import { until } from '../support/until.ts';

/** Each new tenant's; a process of the table takes one for each document. */
export const CREDITS = 70;

/** The platform with the servers that it calls, which a row may make fail, and people for rows to use. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A process of one document that waits for a person who is signed in. */
export interface Waiting {
  processId: string;
  documentId: string;
  signatureId: string;
  sha256: string;
  person: Person;
  api: Api;
}

/** Stand-ins of registers, maps, gateways and providers: they answer with the status that a row sets. */
async function outside() {
  const state = { status: 404, sms: '' };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    request.on('end', () => {
      if (request.url === '/sms') state.sms = text;
      response.writeHead(state.status, { 'content-type': 'application/json' }).end('{"message":"não há"}');
    });
  });
  const port = await listenLocally(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The code of the last text message. */
    codeBySms: () => /\b\d{6}\b/.exec(state.sms)?.[0] ?? '',
    answering: async <Result>(status: number, work: () => Promise<Result>): Promise<Result> => {
      const before = state.status;
      state.status = status;
      return work().finally(() => (state.status = before));
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

export async function openStage() {
  const others = await outside();
  const database = await createTestDatabase();
  const lacre = await startClockedLacre((port) => ({
    // Passkeys are bound to a name.
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: database.connectionString,
    CREDITS_GRANT: String(CREDITS),
    CNPJ_LOOKUP_URLS: `${others.origin}/cnpj/{cnpj}`,
    CEP_LOOKUP_URLS: `${others.origin}/cep/{cep}`,
    GEOCODE_URL: `${others.origin}/geocode`,
    GEOCODE_KEY: 'chave',
    SMS_GATEWAY_URL: `${others.origin}/sms`,
    GOTENBERG_URL: others.origin,
    GOOGLE_CLIENT_ID: 'lacre',
    GOOGLE_CLIENT_SECRET: 'segredo',
    GOOGLE_ISSUER: others.origin,
  }));
  const { origin } = lacre;
  const pool = createPool(database.connectionString, { max: 4, applicationName: 'error-codes' });
  const account = await openAccount(origin);
  const manager = await join(account, 'manager');
  const common = await join(account, 'common', [account.companyId]);
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');

  const stage = {
    origin,
    lacre,
    pool,
    outside: others,
    account,
    manager,
    common,
    proof,
    visitor: new Api(origin),
    unknownId: randomUUID(),
    /** A colleague of their own, to be made inactive and the like. */
    colleague: (role = 'common') => join(account, role, [account.companyId]),
    person: (name = 'Ana Souza') => addPerson(account.api, name),
    proofOf: async (bytes: Uint8Array, name: string) => (await uploadProof(account.api, bytes, name)).proof,
    apiToken: async (by: Api = account.api, more: object = {}) => {
      const made = await by.call('createToken', {
        body: { scopes: [...SCOPES], description: 'Integração', ...more },
      });
      return { ...made, api: new Api(origin, made.token) };
    },
    signedIn: (processId: string, person: Person) => personSession(origin, processId, person),
    /** What a process of one document is asked for by; it waits for these people. */
    processBody: (...people: readonly Person[]) => processBody(account, proof, people),
    /** A process that waits for one person, who is signed in; `more` goes into its body. */
    waiting: (more: object = {}, part: Asked['part'] = 'signer') =>
      openWaiting(origin, account, proof, more, part),
    sign: (api: Api, waiting: Waiting, more: object = {}) =>
      api.send('sign', { body: signBody(waiting, more) }),
    /** What of a process waits for the person signed in. */
    asked: (api: Api, person: Person, processId: string) => askedOf(api, person, processId),
    /** Everything of a process signed, and sealed. */
    sealed: (waiting: Waiting) => seal(account.api, waiting),
    /** A zip of a sealed document, ready to be fetched. */
    download: async () => {
      const waiting = await openWaiting(origin, account, proof, {}, 'signer');
      await seal(account.api, waiting);
      return downloadOf(account.api, waiting.processId);
    },
    /** The process once its deadline has been seen to be past. */
    expired: (processId: string) =>
      processWhen(account.api, processId, ({ status }) => status === 'rejected'),
    ...faults(pool, lacre.dataDir),
    dispose: async () => {
      await lacre.dispose();
      await pool.end();
      await database.drop();
      await others.stop();
    },
  };
  return stage;
}

async function openWaiting(
  origin: string,
  account: Account,
  proof: string,
  more: object,
  part: Asked['part'],
): Promise<Waiting> {
  const person = await addPerson(account.api, 'Rui Lima');
  const other =
    part === 'attestant'
      ? [{ personId: (await addPerson(account.api, 'Eva Prado')).personId, part: 'signer' }]
      : [];
  const { processId } = await account.api.call('createProcess', {
    body: {
      ...processBody(account, proof, []),
      participants: [{ personId: person.personId, part }, ...other],
      ...more,
    },
  });
  return askedOf(await personSession(origin, processId, person), person, processId);
}

async function askedOf(api: Api, person: Person, processId: string): Promise<Waiting> {
  const [document] = (await requestOf(api, processId)).documents;
  if (document === undefined) throw new Error('the process shows no document');
  const { documentId, signatureId, sha256 } = document;
  return { processId, documentId, signatureId, sha256, person, api };
}

const processBody = ({ companyId }: Account, proof: string, people: readonly Person[]) => ({
  summary: 'Contrato',
  companyId,
  documents: [{ proof }],
  participants: people.map(({ personId }) => ({ personId, part: 'signer' })),
});

/** What is sent to sign it; `more` goes into the one signature. */
export const signBody = ({ signatureId, documentId, sha256 }: Waiting, more: object = {}) => ({
  signatures: [{ signatureId, documentId, documentSha256: sha256, ...more }],
  consent: { accepted: true, termsVersion: '2026-11' },
});

async function seal(api: Api, waiting: Waiting): Promise<void> {
  await waiting.api.call('sign', { body: signBody(waiting) });
  await processWhen(api, waiting.processId, ({ status }) => status === 'finished', 'the seal');
}

async function downloadOf(api: Api, processId: string): Promise<string> {
  const { downloadId } = await api.call('requestDownload', { body: { processIds: [processId] } });
  return until('the zip', async () => {
    const { state } = await api.call('getDownload', { params: { downloadId } });
    return state === 'ready' ? downloadId : undefined;
  });
}

/** What goes wrong below the services, for as long as a piece of work takes. */
function faults(pool: Pool, dataDir: string) {
  async function during<Result>(begin: string, end: string, work: () => Promise<Result>): Promise<Result> {
    await pool.query(begin);
    try {
      return await work();
    } finally {
      await pool.query(end);
    }
  }
  /** The database refuses what `rows` of a table are changed by `verb`, with this SQLSTATE. */
  const refusing = <Result>(
    table: string,
    fault: { verb: 'insert' | 'update' | 'delete'; rows?: string; state?: string; constraint?: string },
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const { verb, rows = 'true', state = 'P0001', constraint = '' } = fault;
    const begin = `create or replace function public.fault() returns trigger language plpgsql as $$ begin
        raise exception 'fault' using errcode = '${state}', constraint = '${constraint}'; end $$;
      create trigger fault before ${verb} on ${table} for each row when (${rows}) execute function public.fault()`;
    return during(begin, `drop trigger fault on ${table}`, work);
  };
  return {
    during,
    refusing,
    /** The log refuses events of a type. */
    withoutEvent: <Result>(
      type: string,
      fault: { state?: string; constraint?: string },
      work: () => Promise<Result>,
    ) => refusing('event_store.events', { verb: 'insert', rows: `new.type = '${type}'`, ...fault }, work),
    /** The folder of files is away. */
    withoutBlobs: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const [there, away] = [joinPath(dataDir, 'blobs'), joinPath(dataDir, 'blobs-away')];
      await rename(there, away);
      try {
        return await work();
      } finally {
        await rename(away, there);
      }
    },
    /** What the operator of the platform does to a tenant. */
    operate: <Type extends EventType>(
      tenantId: string,
      type: Type,
      data: Parameters<typeof operateOn<Type>>[3],
    ): Promise<void> => operateOn(pool, tenantId, type, data),
    moveOf: (tenantId: string, address: string) => moveOf(pool, tenantId, address),
  };
}
