import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { createClient, events, Problem, verifyWebhook, type Client, type FeedEvent } from '@lacre/client';
import { SCOPES } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { listenLocally, portOf } from '@lacre/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Api } from '../../support/api.ts';
import { Lacre } from '../../support/lacre.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  personSession,
  signAll,
  type Account,
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

const PACKAGE = fileURLToPath(new URL('../../../packages/client/', import.meta.url));
const EXAMPLE = join(PACKAGE, 'examples/first-contract.ts');

let lacre: Lacre;
let account: Account;
let client: Client;
let folder: string;

beforeAll(async () => {
  lacre = await Lacre.create({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
  await lacre.start();
  account = await openAccount(lacre.origin);
  const { token } = await account.api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'ERP' },
  });
  client = createClient({ origin: lacre.origin, token });
  folder = await mkdtemp(join(tmpdir(), 'lacre-client-'));
}, 120_000);
afterAll(async () => {
  await lacre.dispose();
  await rm(folder, { recursive: true, force: true });
});

const personBody = () => ({ cpf: cpfOf(fresh()), name: 'Célia Prado', email: `p${fresh()}@exemplo.com.br` });

describe("the README's first example", () => {
  it('is the file that is run here', async () => {
    const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
    expect(/```ts\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(await readFile(EXAMPLE, 'utf8'));
  });

  it('sends a contract, waits for its signature, and keeps the sealed file', async () => {
    const ana = await addPerson(account.api, 'Ana Souza');
    const { token } = await account.api.call('createToken', {
      body: { scopes: [...SCOPES], description: 'Exemplo' },
    });
    await writeFile(join(folder, 'contrato.pdf'), await samplePdf({ pages: 1 }));
    const example = spawn(process.execPath, [EXAMPLE], {
      cwd: folder,
      env: {
        LACRE_URL: lacre.origin,
        LACRE_TOKEN: token,
        COMPANY_ID: account.companyId,
        PERSON_ID: ana.personId,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => example.once('exit', resolve));
    const printed = text(example.stdout);
    const processId = await until('the contract to be sent', async () => {
      const { items } = await account.api.call('listProcesses');
      return items.find(({ summary }) => summary === 'Contrato de locação')?.processId;
    });
    await signAll(await personSession(lacre.origin, processId, ana), processId);
    expect(await ended).toBe(0);
    expect((await printed).trim().split('\n')).toEqual(
      expect.arrayContaining(['signature.signed.v1', 'document.sealed.v1', 'process.finished.v1']),
    );
    const sealed = await readFile(join(folder, 'assinado-contrato.pdf'));
    const verdict = await new Api(lacre.origin).upload(sealed, 'contrato.pdf', 'validateDocument');
    expect(await verdict.json()).toMatchObject({ verdict: 'genuine' });
  }, 60_000);
});

it('reads its own writes', async () => {
  for (let count = 0; count < 5; count++) {
    const { personId } = await client.call('createPerson', { body: personBody() });
    expect(await client.call('getPerson', { params: { personId } })).toMatchObject({ personId });
  }
});

it('brings refusals with their code, text and fields', async () => {
  const refusal: unknown = await client
    .call('createPerson', { body: { ...personBody(), cpf: '11111111111' } })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal).toMatchObject({
    code: 'CLASS_VALIDATION_ERROR',
    status: 422,
    fields: [{ field: 'cpf', message: expect.any(String) as string }],
    retryable: false,
  });
});

it('acts once although the server is killed halfway', async () => {
  const body = personBody();
  const patient = createClient({
    origin: lacre.origin,
    token: account.api.token,
    retry: { attempts: 60, firstPauseMs: 50, longestPauseMs: 500 },
  });
  const created = patient.call('createPerson', { body, idempotencyKey: 'pessoa-1042' });
  await lacre.kill();
  await lacre.start();
  const { personId, position } = await created;
  expect(await patient.call('createPerson', { body, idempotencyKey: 'pessoa-1042' })).toEqual({
    personId,
    position,
  });
  const { items } = await patient.call('listPersons', { query: { search: body.cpf } });
  expect(items.map((person) => person.personId)).toEqual([personId]);
}, 90_000);

it('follows the facts from where it stopped, and receives new ones', async () => {
  const known: FeedEvent[] = [];
  for await (const event of events(client, { pageSize: 3 })) known.push(event);
  const last = known.at(-1)?.position;
  expect(known.map(({ type }) => type)).toContain('company.created.v1');
  expect(new Set(known.map(({ id }) => id)).size).toBe(known.length);
  const rest: FeedEvent[] = [];
  for await (const event of events(client, { after: known[1]?.position })) rest.push(event);
  expect(rest).toEqual(known.slice(2));

  const stop = new AbortController();
  const news = events(client, { after: last, follow: true, signal: stop.signal });
  const next = news.next();
  const { personId } = await account.api.call('createPerson', { body: personBody() });
  expect((await next).value).toMatchObject({ type: 'person.created.v1', subjects: { personId } });
  const waiting = news.next();
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
}, 60_000);

it('knows a webhook of the platform from another', async () => {
  const received: { headers: http.IncomingHttpHeaders; body: string }[] = [];
  const receive = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  };
  const server = http.createServer((request, response) => void receive(request, response));
  await listenLocally(server);
  try {
    const url = `http://127.0.0.1:${portOf(server)}/lacre`;
    const { secret } = await account.api.call('createWebhook', {
      body: { url, eventTypes: ['person.created.v1'] },
    });
    const { personId } = await account.api.call('createPerson', { body: personBody() });
    const [delivery] = await until('the delivery', async () => (received.length > 0 ? received : undefined));
    if (delivery === undefined) throw new Error('nothing was received');
    expect(await verifyWebhook(secret, delivery)).toMatchObject({
      type: 'person.created.v1',
      subjects: { personId },
    });
    await expect(verifyWebhook(secret, { ...delivery, body: `${delivery.body} ` })).rejects.toMatchObject({
      fault: 'SIGNATURE_WRONG',
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}, 60_000);
