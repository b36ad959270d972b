import { randomUUID } from 'node:crypto';

import { streams, type DataOf } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import { lifeOf, lifeOfDownload, newEvent, plannedProcess, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { queryStage } from '../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const [ours, theirs] = [randomUUID(), randomUUID()];
const views = [
  'company',
  'company_count',
  'person',
  'person_count',
  'tenant',
  'user_account',
  'process',
  'process_search',
  'process_tag',
  'process_count',
  'company_process_count',
  'running_process',
  'monthly_figure',
  'awaited_person',
  'refusal',
  'tag_count',
  'tag',
  'process_document',
  'process_participant',
  'process_contact_change',
  'credits',
  'download',
  'api_token',
  'totem',
  'tenant_domain',
  'tenant_event',
  'tenant_event_head',
  'credit_movement',
  'feed_entry',
  'feed_head',
  'feed_mark',
  'feed_process',
  'template',
  'envelope',
  'signer_group',
];
const notes = [
  'signer.job_problem',
  'signer.download_progress',
  'command.token_use',
  'command.totem_use',
  'security.entry',
];
const tokenIds: Record<string, string> = { [ours]: randomUUID(), [theirs]: randomUUID() };
let position: Position;
/** Of our tenant: a company with a process and a download of each of two users, and who signs. */
let theCompany: string;
let requester: string;
let signer: string;
let signerEmail: string;

beforeAll(async () => {
  stage = await queryStage();
  for (const tenantId of [ours, theirs]) {
    const company = { companyId: randomUUID(), tenantId, cnpj: '11222333000181' };
    const [personId, userId] = [randomUUID(), randomUUID()];
    const tagId = randomUUID();
    const planned = { ...plannedProcess({ tenantId }), tagIds: [tagId] };
    const life = lifeOf(planned);
    const download = lifeOfDownload({ tenantId, companyIds: [planned.company.companyId] });
    if (tenantId === ours) {
      theCompany = planned.company.companyId;
      requester = download.userId;
      signer = planned.participants[0]?.personId ?? '';
      signerEmail = planned.participants[0]?.email ?? '';
    }
    const events: [string, ReturnType<typeof newEvent>][] = [
      [
        streams.company(company.companyId),
        newEvent('CompanyCreated', { ...company, fields: { companyName: 'X', active: true } }),
      ],
      [
        streams.person(personId),
        newEvent('PersonCreated', {
          personId,
          tenantId,
          cpf: '52998224725',
          fields: { name: 'Ana', email: 'a@b.com' },
        }),
      ],
      [
        streams.tenant(tenantId),
        newEvent('TenantRegistered', {
          tenantId,
          name: 'T',
          domain: `t-${tenantId.slice(0, 8)}`,
          administratorId: userId,
        }),
      ],
      [
        streams.user(userId),
        newEvent('UserCreated', { userId, tenantId, name: 'U', email: 'u@b.com', role: 'manager' }),
      ],
      [
        streams.user(userId),
        newEvent('TotemRegistered', { userId, tenantId, totemId: tokenIds[tenantId]!, name: 'Recepção' }),
      ],
      [streams.tenant(tenantId), newEvent('TagCreated', { tenantId, tagId, name: 'Urgente' })],
      [streams.credits(tenantId), newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'x' })],
      [
        streams.token(tokenIds[tenantId]!),
        newEvent('ApiTokenIssued', {
          tokenId: tokenIds[tenantId]!,
          tenantId,
          issuerId: userId,
          description: 'T',
          role: 'manager',
        }),
      ],
      ...made(tenantId, personId),
      [life.stream, life.created()],
      [
        life.stream,
        newEvent('ParticipantContactReplaced', {
          processId: planned.processId,
          tenantId,
          personId: planned.participants[0]?.personId ?? '',
          former: { email: 'antes@exemplo.com.br' },
          contact: { email: planned.participants[0]?.email ?? '' },
          reason: 'x',
          documentIds: planned.documents.map(({ documentId }) => documentId),
        }),
      ],
      [life.stream, refusedByAnother(life.rejected(0, 0).data as DataOf<'SignatureRejected'>)],
      [download.stream, download.requested()],
    ];
    for (const [stream, event] of events) position = await record(stage.store, stream, event);
    const problem = `insert into signer.job_problem values ('seal-document', $1, $2, 1, 'x', now())`;
    await stage.pool.query(problem, [randomUUID(), tenantId]);
    const progress = 'insert into signer.download_progress values ($1, $2, 50, now())';
    await stage.pool.query(progress, [randomUUID(), tenantId]);
    const line = `insert into security.entry (tenant_id, at, kind, status, source, times) values ($1, now(), 'sign-in', 200, 'x', 1)`;
    await stage.pool.query(line, [tenantId]);
    const use = 'insert into command.token_use values ($1, $2, now())';
    await stage.pool.query(use, [tokenIds[tenantId], tenantId]);
    const seen = 'insert into command.totem_use values ($1, $2, now())';
    await stage.pool.query(seen, [tokenIds[tenantId], tenantId]);
  }
  await stage.projectedTo(position);
});
afterAll(() => stage.close());

/** Who is asked stays asked. */
const refusedByAnother = (data: DataOf<'SignatureRejected'>) =>
  newEvent('SignatureRejected', {
    ...data,
    personId: randomUUID(),
    signatureId: `${data.processId}:9`,
  });

/** What processes are made from. */
function made(tenantId: string, personId: string): [string, ReturnType<typeof newEvent>][] {
  const [templateId, envelopeId, signerGroupId] = [randomUUID(), randomUUID(), randomUUID()];
  const roles = [
    { key: 'parte', label: 'Parte', part: 'signer' as const, requirements: { location: false }, personId },
  ];
  const content = { kind: 'text' as const, title: 'X', text: '{{parte.nome}}' };
  const members = [personId, randomUUID()].map((id) => ({ personId: id, part: 'signer' as const }));
  return [
    [
      streams.template(templateId),
      newEvent('TemplateCreated', {
        templateId,
        tenantId,
        fields: { name: 'X', tagIds: [], roles },
        content,
      }),
    ],
    [
      streams.envelope(envelopeId),
      newEvent('EnvelopeCreated', {
        envelopeId,
        tenantId,
        fields: { name: 'X', tagIds: [], templateIds: [templateId] },
      }),
    ],
    [
      streams.signerGroup(signerGroupId),
      newEvent('SignerGroupCreated', { signerGroupId, tenantId, fields: { name: 'X', members } }),
    ],
  ];
}

interface Scope {
  companies?: string;
  user_id?: string;
  person_id?: string;
  /** Proven by the person's session, with commas between them. */
  addresses?: string;
}

/** Raw SQL as the query service's role, in a transaction of this tenant, by default for one who reaches all of it. */
async function asQueryRole(
  text: string,
  tenantId: string | undefined,
  scope: Scope = { companies: '*', user_id: requester },
): Promise<Record<string, unknown>[]> {
  const client = await stage.pool.connect();
  try {
    await client.query('begin; set local role lacre_query');
    if (tenantId !== undefined) await client.query(`set local lacre.tenant_id = '${tenantId}'`);
    for (const [name, value] of Object.entries(scope))
      await client.query(`set local lacre.${name} = '${value}'`);
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe.each([...views.map((view) => `read.${view}`), ...notes])('%s', (view) => {
  it('shows a tenant its own rows, by whatever SQL', async () => {
    const rows = await asQueryRole(
      `select distinct tenant_id from ${view} where true or tenant_id = '${theirs}'`,
      ours,
    );
    expect(rows).toEqual([{ tenant_id: ours }]);
  });

  it('shows no rows without a tenant', async () => {
    expect(await asQueryRole(`select * from ${view}`, undefined)).toEqual([]);
  });
});

it.each(['company'])('finds only a tenant’s own in a search of %s', async (model) => {
  const found = `select ${model}_id as id from read.${model} where ${model}_id in (select read.${model}_found('%'))`;
  const keys = await asQueryRole(`select read.${model}_found('%') as id`, ours);
  expect(keys).toHaveLength(1);
  expect(await asQueryRole(found, ours)).toEqual(keys);
  expect(await asQueryRole(`select read.${model}_found('%') as id`, undefined)).toEqual([]);
});

it('finds only a tenant’s own in a search of persons', async () => {
  const page = `select person_id from read.person_page('[["%"]]', 10, 0) where person_id is not null`;
  expect(await asQueryRole(page, ours)).toEqual(await asQueryRole('select person_id from read.person', ours));
  expect(await asQueryRole(page, ours)).toHaveLength(1);
  expect(await asQueryRole(page, undefined)).toEqual([]);
});

it('finds only a tenant’s own in a search of processes', async () => {
  const page = `select process_id from read.process_page(null, null, null, null, null, 10, 0) where process_id is not null`;
  expect(await asQueryRole(page, ours)).toEqual(
    await asQueryRole('select process_id from read.process', ours),
  );
  expect(await asQueryRole(page, ours)).toHaveLength(1);
  expect(await asQueryRole(page, undefined)).toEqual([]);
});

it('hides the tables behind the views as well', async () => {
  const tables = await stage.pool.query<{ name: string; forced: boolean }>(
    `select format('%I.%I', schemaname, tablename) as name, relforcerowsecurity as forced from pg_tables
       join pg_class on oid = format('%I.%I', schemaname, tablename)::regclass
      where schemaname = 'read' and tablename ~ '_v[0-9]+$'`,
  );
  expect(tables.rows.length).toBe(views.length);
  for (const { name, forced } of tables.rows) {
    expect(forced).toBe(true);
    expect(await asQueryRole(`select distinct tenant_id from ${name}`, ours)).toEqual([{ tenant_id: ours }]);
  }
});

it.each([
  ['the log', 'select * from event_store.events'],
  ['the projector’s own tables', 'select * from projector.checkpoint'],
  ['open work', 'select * from projector.open_work'],
  ['what is not for it to write', `update read.company set cnpj = ''`],
  ['what is not for it to delete', 'delete from read.process'],
  ['tables of its own', 'create table read.mine (x int)'],
])('keeps the query role from %s', async (_what, text) => {
  await expect(asQueryRole(text, ours)).rejects.toThrow(/permission denied/);
});

it('cannot bypass row security, log in, or own anything', async () => {
  const { rows } = await stage.pool.query(
    `select rolbypassrls, rolsuper, rolcanlogin, (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname = 'lacre_query'`,
  );
  expect(rows).toEqual([{ rolbypassrls: false, rolsuper: false, rolcanlogin: false, owned: 0 }]);
});

it('opens to a visitor the one tenant whose address they name, and no more of it', async () => {
  const client = await stage.pool.connect();
  try {
    await client.query(`begin; set local lacre.tenant_id = '${ours}'; set local lacre.companies = '*'`);
    await client.query(
      `select set_config('lacre.domain', 't-${theirs.slice(0, 8)}', true); set local role lacre_query`,
    );
    // The address named in the visitor's question says whose it is, and opens no other row of theirs.
    const named = await client.query<{ tenant_id: string }>('select tenant_id from read.tenant_domain');
    expect(new Set(named.rows.map((row) => row.tenant_id))).toEqual(new Set([ours, theirs]));
    for (const view of ['tenant', 'company']) {
      const { rows } = await client.query(`select distinct tenant_id from read.${view}`);
      expect(rows).toEqual([{ tenant_id: ours }]);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

const PROCESS_VIEWS = ['process', 'process_document', 'process_participant', 'process_contact_change'];
/** What is counted of processes, for users alone. */
const REPORT_VIEWS = ['running_process', 'monthly_figure', 'awaited_person', 'refusal'];
const count = async (view: string, scope: Scope) =>
  (await asQueryRole(`select 1 from ${view}`, ours, scope)).length;

describe('within a tenant', () => {
  it.each([...PROCESS_VIEWS, ...REPORT_VIEWS, 'company_process_count', 'company', 'download'])(
    'shows no %s to a caller who names no reach',
    async (view) => {
      expect(await count(`read.${view}`, {})).toBe(0);
      expect(await count(`read.${view}`, { companies: '{}', user_id: randomUUID() })).toBe(0);
    },
  );

  it.each([...PROCESS_VIEWS, ...REPORT_VIEWS, 'company_process_count'])(
    'shows a common user %s of the companies assigned to them, and no others',
    async (view) => {
      expect(await count(`read.${view}`, { companies: `{${randomUUID()},${theCompany}}` })).toBe(1);
      expect(await count(`read.${view}`, { companies: `{${randomUUID()}}` })).toBe(0);
    },
  );

  it('finds by searching rows within the caller’s reach alone', async () => {
    const page = 'read.process_page(null, null, null, null, null, 10, 0)';
    for (const found of [
      `(select 1 from ${page} where process_id is not null)`,
      `generate_series(1, (select max(total) from ${page}))`,
    ]) {
      expect(await count(found, { companies: `{${theCompany}}` })).toBe(1);
      expect(await count(found, { companies: `{${randomUUID()}}` })).toBe(0);
      expect(await count(found, {})).toBe(0);
    }
  });

  it.each(REPORT_VIEWS)('shows a person no row of %s', async (view) => {
    expect(await count(`read.${view}`, { person_id: signer, addresses: signerEmail })).toBe(0);
  });

  it.each(PROCESS_VIEWS)('shows a person %s that they were asked to sign, and no others', async (view) => {
    const addresses = `outro@exemplo.com.br,${signerEmail}`;
    expect(await count(`read.${view}`, { person_id: signer, addresses })).toBe(1);
    expect(await count(`read.${view}`, { person_id: randomUUID(), addresses })).toBe(0);
    // What was sent to another contact than the session has proven is not theirs to see.
    expect(await count(`read.${view}`, { person_id: signer, addresses: 'outro@exemplo.com.br' })).toBe(0);
    expect(await count(`read.${view}`, { person_id: signer })).toBe(0);
  });

  it('shows a download to its requester alone, while they reach its documents', async () => {
    expect(await count('read.download', { companies: '*', user_id: randomUUID() })).toBe(0);
    expect(await count('read.download', { companies: '*', user_id: requester })).toBe(1);
    expect(await count('read.download', { companies: '{}', user_id: requester })).toBe(0);
  });

  it('hides another tenant’s rows from a caller who names its company, user or person', async () => {
    const scope = {
      companies: `{${theCompany}}`,
      user_id: requester,
      person_id: signer,
      addresses: signerEmail,
    };
    for (const view of [...PROCESS_VIEWS, 'download'])
      expect(await asQueryRole(`select 1 from read.${view}`, theirs, scope)).toEqual([]);
  });
});
