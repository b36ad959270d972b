import { randomBytes } from 'node:crypto';

import type { Status } from '@lacre/local/status';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { codeIn, confirmationIn } from '../support/mailbox.ts';
import { runCommand } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import { addPerson, openAccount, openProcess, requestOf, uploadProof } from '../support/scenario.ts';
import { SeparateServices, SERVICES } from '../support/separate-services.ts';
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '../support/trace-collector.ts';
import { until } from '../support/until.ts';

/** What may not be found in a span or a line of a log. */
const PERSON = 'Zulmira Pamplona Quintanilha';

let collector: TraceCollector;
let services: SeparateServices;
beforeAll(async () => {
  collector = await startTraceCollector();
  services = await SeparateServices.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    LOG_LEVEL: 'debug',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
}, 120_000);
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await services?.dispose();
  collector?.close();
});

const mailed = (to: string, found: (text: string) => string | undefined): Promise<string> =>
  until(`a mail to ${to}`, async () =>
    services.mail.received
      .filter((mail) => mail.to === to)
      .map(({ text }) => found(text))
      .findLast((each) => each !== undefined),
  );

/** A person who was asked to sign one document, signed in by the code of their mail. */
async function asked() {
  const account = await openAccount(services.origin, 'Cartório Bandeirantes', (email) =>
    mailed(email, confirmationIn),
  );
  await account.api.call('createWebhook', { body: { url: `${collector.url}/avisos` } });
  const person = await addPerson(account.api, PERSON);
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId } = await openProcess(account, [{ proof }], [{ person, part: 'signer' }]);
  const invited = { processId, personId: person.personId, cpf: person.cpf };
  await account.api.call('requestSigningCode', { body: invited });
  const code = await mailed(person.email, codeIn);
  const { token } = await account.api.call('openSigningSession', { body: { ...invited, code } });
  return { account, person, processId, code, session: account.api.as(token), token };
}

/** The span and those above it, by service and name, up to the first of the trace. */
function pathOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : pathOf(parent, spans)), `${span.service}: ${span.name}`];
}

it('follows one trace from the click to the seal, the mail, the webhook and the list, without personal data', async () => {
  const { account, person, processId, code, session, token } = await asked();
  const [traceId, clickId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const headers = { traceparent: `00-${traceId}-${clickId}-01` };
  const request = await requestOf(session, processId);
  const signed = await session.send('sign', {
    headers,
    body: {
      signatures: request.documents.map(({ signatureId, documentId, sha256 }) => ({
        signatureId,
        documentId,
        documentSha256: sha256,
      })),
      consent: { accepted: true, termsVersion: '2026-11' },
    },
  });
  expect(signed.status).toBe(200);
  await account.api.call('getProcess', { params: { processId }, headers });

  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  const paths = () => ofTrace().map((span) => pathOf(span, ofTrace()));
  // A span is exported once it has ended: after those below it.
  const pathTo = (last: string, first = 'command: POST /api/signature/sign') =>
    until(`${last} in the trace`, async () =>
      paths().find((path) => path[0] === first && path.at(-1) === last),
    );
  const job = (queue: string, consumer: string) => [
    `projector: send ${queue}`,
    `${consumer}: process ${queue}`,
  ];
  const click = ['command: POST /api/signature/sign', 'command: append process'];
  const sealed = [...click, ...job('seal-document', 'signer'), 'signer: seal archive'];
  expect(await pathTo('signer: seal archive')).toEqual(sealed);
  const charged = [
    ...sealed,
    'signer: append seal',
    ...job('record-seal', 'command'),
    'command: append process',
    ...job('consume-credit', 'command'),
  ];
  expect(await pathTo('command: process consume-credit')).toEqual(charged);
  const mailing = [...job('send-notification', 'projector'), 'projector: send mail'];
  expect((await pathTo('projector: send mail')).slice(-3)).toEqual(mailing);
  const telling = ['projector: deliver webhook', 'projector: send webhook'];
  expect((await pathTo('projector: send webhook')).slice(-2)).toEqual(telling);
  expect(await pathTo('projector: project')).toEqual([...click, 'projector: project']);
  const asking = 'query: GET /api/process/:processId';
  expect(await pathTo(asking, asking)).toEqual([asking]);

  const spans = ofTrace();
  const query = spans.find(({ name }) => name === 'GET /api/process/:processId');
  // What answers to it are made of ends with it: no subscription that it began goes on in its name.
  expect(spans.filter(({ name }) => name.startsWith('event_store.read_all')).length).toBeLessThan(5);
  const first = spans.find(({ name }) => name === 'POST /api/signature/sign');
  expect([first?.parentSpanId, query?.parentSpanId]).toEqual([clickId, clickId]);
  expect(first?.attributes).toMatchObject({ 'lacre.tenant.id': account.tenantId, 'lacre.operation': 'sign' });

  // Requests to other services are named by their host, and not by what was asked.
  const outgoing = collector.spans.find(({ service, name }) => service === 'signer' && name === 'GET');
  expect(Object.keys(outgoing?.attributes ?? {}).toSorted()).toEqual([
    'http.request.method',
    'http.response.status_code',
    'server.address',
    'server.port',
  ]);

  const lines = SERVICES.flatMap((service) => services.lines(service));
  const written = [...collector.bodies, ...lines].join('\n');
  const secrets = [PERSON, 'Zulmira', person.cpf, person.email, account.email, account.password, code, token];
  for (const secret of secrets) expect(written).not.toContain(secret);
}, 120_000);

it('logs each answer with its trace and its request id', async () => {
  const traceId = randomBytes(16).toString('hex');
  const answer = await fetch(`${services.origin}/api/user/current`, {
    headers: { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-00` },
  });
  const problem = (await answer.json()) as { instance: string };
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, problem.instance]);
  const line = await until('its line', async () =>
    [...services.lines('query'), ...services.lines('command')].find((each) =>
      each.includes(problem.instance),
    ),
  );
  expect(JSON.parse(line)).toMatchObject({
    level: 30,
    msg: 'answered',
    requestId: problem.instance,
    trace_id: traceId,
    operation: 'currentUser',
    status: 401,
    code: 'AUTH_NO_TOKEN_PROVIDED',
  });
  await until('its span', async () => collector.spans.find((span) => span.traceId === traceId));
});

function status(...words: string[]) {
  for (const [name, value] of Object.entries(services.environment)) vi.stubEnv(name, value);
  const probes = SERVICES.map((service) => services.internal(service)).join(',');
  return runCommand('status', '--probes', probes, ...words);
}

it('shows on one screen that all is well, and then what is not', async () => {
  await until('a log that all have followed', async () => (await status()).status === 0 || undefined);
  const { shown } = await status('--json');
  const found = JSON.parse(shown) as Status;
  expect(found.problems).toEqual([]);
  expect(found.services.map(({ service, state }) => [service, state])).toEqual(
    SERVICES.map((service) => [service, 'ready']),
  );
  expect(found.services.at(-1)?.certificates).toEqual({ seal: expect.stringMatching(/^\d{4}-/) as string });
  const followers = found.installation?.followers.map(({ name }) => name) ?? [];
  expect(followers).toEqual(expect.arrayContaining(['process', 'open-work', 'webhooks', 'issued-seals']));
  expect(found.installation?.position).toBeTypeOf('string');
  const screen = (await status()).said.split('\n');
  expect(screen.length).toBeLessThan(25);
  expect(screen.at(-2)).toBe('Tudo em ordem.');

  await services.stop('query');
  const after = await status();
  expect([after.status, after.said]).toEqual([
    1,
    expect.stringContaining(`✗ nenhum processo responde em ${services.internal('query')}`),
  ]);
});
