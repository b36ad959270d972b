import { readFile } from 'node:fs/promises';

import { freePort } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { operate } from '../support/operator-command.ts';
import { addPerson, openAccount } from '../support/scenario.ts';
import { until } from '../support/until.ts';

let lacre: Lacre;
let internal: string;
beforeAll(async () => {
  const port = await freePort();
  internal = `http://localhost:${port}`;
  lacre = await Lacre.create({ INTERNAL_PORT: String(port) });
  await lacre.start();
}, 120_000);
afterAll(() => lacre.dispose());

const get = async (path: string) => {
  const reply = await fetch(`${internal}${path}`);
  return { status: reply.status, text: await reply.text() };
};

it('answers liveness and readiness, at its internal address alone', async () => {
  expect(await get('/livez')).toEqual({ status: 200, text: '{"live":true}' });
  const { status, text } = await get('/readyz');
  expect([status, JSON.parse(text)]).toEqual([
    200,
    {
      ready: true,
      checks: ['database', 'log', 'work-queue', 'read-models', 'seal-certificate', 'disk'].map((name) =>
        expect.objectContaining({ name, ok: true }),
      ),
    },
  ]);
  for (const path of ['/readyz', '/metrics'])
    expect(await (await fetch(`${lacre.origin}${path}`)).text()).not.toMatch(/"ready"|lacre_http/);
});

it('measures what it does, without personal data', async () => {
  const account = await openAccount(lacre.origin);
  const person = await addPerson(account.api, 'Zuleica Pamplona');
  const text = await until('read models that have seen it', async () => {
    const metrics = (await get('/metrics')).text;
    const behind = Array.from(metrics.matchAll(/^lacre_read_models_behind_seconds\{[^}]*\} (.*)$/gm));
    return behind.length > 10 && behind.every(([, seconds]) => seconds === '0') ? metrics : undefined;
  });
  expect(text).toMatch(
    /^lacre_http_answer_duration_seconds_count\{[^}]*operation="createPerson",status="201"\} 1$/m,
  );
  expect(text).toMatch(/^lacre_parked_events\{.*\} 0$/m);
  expect(text).toMatch(/^lacre_certificate_end_timestamp_seconds\{[^}]*certificate="seal"[^}]*\} 1\d{9}/m);
  expect(text).toMatch(/^lacre_append_duration_seconds_count\{[^}]*outcome="appended"[^}]*\} [1-9]/m);
  for (const secret of ['Zuleica', person.personId, account.tenantId]) expect(text).not.toContain(secret);
});

it('is well on one screen, by the keys of its own folder', async () => {
  const screen = await until('a log that all have followed', async () => {
    const { status, shown } = await operate(lacre.dataDir, 'status', '--probes', internal);
    return status === 0 ? shown : undefined;
  });
  expect(screen).toMatch(/^Processos +local +http:\S+ +✓ pronto\n/);
  expect(screen).toMatch(/^Em dia +\d+ de \d+ que seguem o registro$/m);
  expect(screen).toMatch(/^Certificados +seal +vence em 20\d\d-/m);
  expect(screen).toMatch(/\nTudo em ordem\.\n$/);
});

/** Metrics that Prometheus makes itself. */
const OF_PROMETHEUS = new Set(['up']);

it('exposes every metric that alerts and dashboard name', async () => {
  const exposed = new Set(
    Array.from((await get('/metrics')).text.matchAll(/^# TYPE (\w+) (\w+)$/gm)).flatMap(
      ([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_count`, `${name}_sum`, `${name}_bucket`] : [name],
    ),
  );
  const folder = new URL('../../infra/observability/', import.meta.url);
  const [rules, dashboard] = await Promise.all(
    ['alerts.yaml', 'dashboard.json'].map((name) => readFile(new URL(name, folder), 'utf8')),
  );
  const named = (text: string | undefined) =>
    Array.from(text?.matchAll(/\b(?:lacre|process|nodejs)_\w+|\bup(?=\{)/g) ?? [], ([name]) => name);
  expect([named(rules).length > 20, named(dashboard).length > 20]).toEqual([true, true]);
  const unknown = [...named(rules), ...named(dashboard)].filter(
    (name) => !exposed.has(name) && !OF_PROMETHEUS.has(name),
  );
  expect(unknown).toEqual([]);
});
