import { randomUUID } from 'node:crypto';

import { folded } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { lifeOf, lifeOfDownload, newEvent, plannedProcess, sha256Of } from '../testing/index.ts';
import { projected } from '../testing/project.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { accountProjection } from './account.ts';
import { companyProjection } from './company.ts';
import { creditsProjection } from './credits.ts';
import { downloadProjection } from './download.ts';
import { personProjection } from './person.ts';
import { processProjection } from './process.ts';
import { totemProjection } from './totem.ts';

let stage: ProjectorStage;
beforeAll(async () => {
  stage = await projectorStage();
});
afterAll(() => stage.close());

const tenantId = randomUUID();
const ana = { name: 'Ana Souza', cpf: '52998224725' };
const rui = { name: 'Rui Ávila', cpf: '11144477735', part: 'signatory' } as const;
const created = plannedProcess({
  tenantId,
  documents: ['contrato.pdf', 'anexo.pdf'],
  participants: [ana, rui],
});
const life = lifeOf(created);
const [contract = '', annex = ''] = created.documents.map(({ documentId }) => documentId);
const [anaId = '', ruiId = ''] = created.participants.map(({ personId }) => personId);

const processRows = 'select status from read.process';
const documentRows = `select name, status, jsonb_path_query_array(signatures, '$[*].status') as signatures,
  sealed_sha256, validation_code from read.process_document order by ordinal`;
const participantRows =
  'select name, part, invitation, invitation_problem from read.process_participant order by ordinal';

/** A message that asks this person to sign. */
const about = (personId: string) => ({
  notificationId: randomUUID(),
  tenantId,
  kind: 'signature-requested' as const,
  processId: created.processId,
  recipient: { kind: 'person' as const, id: personId },
});

describe.each(['one by one', 'at once'] as const)('folded %s', (how) => {
  it('a process begins waiting, all of it pending', async () => {
    const rows = await projected(stage, processProjection, [life.created()], how, [
      processRows,
      documentRows,
      participantRows,
    ]);
    const pending = {
      status: 'pending',
      signatures: ['pending', 'pending'],
      sealed_sha256: null,
      validation_code: null,
    };
    expect(rows).toEqual([
      [{ status: 'waiting' }],
      [
        { name: 'contrato.pdf', ...pending },
        { name: 'anexo.pdf', ...pending },
      ],
      [
        { name: 'Ana Souza', part: 'signer', invitation: 'queued', invitation_problem: null },
        { name: 'Rui Ávila', part: 'signatory', invitation: 'queued', invitation_problem: null },
      ],
    ]);
  });

  it('a signed document is completed, then sealed, and the process finished', async () => {
    const events = [
      life.created(),
      life.signed(0, 0),
      life.completed(0),
      life.canceled(1),
      life.sealed(0),
      life.finished(),
    ];
    const [processes, documents] = await projected(stage, processProjection, events, how, [
      processRows,
      documentRows,
    ]);
    expect(processes).toEqual([{ status: 'finished' }]);
    expect(documents).toEqual([
      {
        name: 'contrato.pdf',
        status: 'sealed',
        signatures: ['signed', 'canceled'],
        sealed_sha256: sha256Of('sealed 0'),
        validation_code: 'ABCD-EFGH',
      },
      {
        name: 'anexo.pdf',
        status: 'canceled',
        signatures: ['canceled', 'canceled'],
        sealed_sha256: null,
        validation_code: null,
      },
    ]);
  });

  it('a download is requested, prepared and removed', async () => {
    const { processId } = created;
    const documents = [contract, annex].map((documentId) => ({ processId, documentId }));
    const download = lifeOfDownload({ tenantId, description: 'Março', documents, sizeBytes: 4_000_000_000 });
    const events = [download.requested(), download.prepared(), download.expired()];
    const rowsAfter = async (count: number) =>
      (
        await projected(stage, downloadProjection, events.slice(0, count), how, [
          'select * from read.download',
        ])
      )[0];
    const requested = {
      download_id: download.downloadId,
      tenant_id: tenantId,
      requester_id: download.userId,
      description: 'Março',
      status: 'requested',
      company_ids: [],
      process_ids: [processId],
      file_count: 2,
      size_bytes: 4_000_000_000n,
      requested_at: new Date('2026-03-02T12:00:00.000Z'),
      prepared_at: null,
      expires_at: null,
    };
    const prepared = {
      ...requested,
      status: 'prepared',
      size_bytes: 4_000_001_000n,
      prepared_at: new Date('2026-03-02T12:00:30.000Z'),
      expires_at: new Date('2026-03-09T12:00:30.000Z'),
    };
    expect(await rowsAfter(1)).toEqual([requested]);
    expect(await rowsAfter(2)).toEqual([prepared]);
    expect(await rowsAfter(3)).toEqual([{ ...prepared, status: 'expired' }]);
  });

  it('a rejection keeps its reason and closes the document', async () => {
    const events = [
      life.created(),
      life.rejected(0, 1, 'Valor errado'),
      life.documentRejected(0),
      life.processRejected(),
    ];
    const reasons = `select jsonb_path_query_array(signatures, '$[*].rejectReason') as reasons, status,
      jsonb_path_query_array(signatures, '$[*].status') as signatures from read.process_document where document_id = '${contract}'`;
    const [processes, documents] = await projected(stage, processProjection, events, how, [
      processRows,
      reasons,
    ]);
    expect(processes).toMatchObject([{ status: 'rejected' }]);
    expect(documents).toEqual([
      { reasons: [null, 'Valor errado'], status: 'rejected', signatures: ['canceled', 'rejected'] },
    ]);
  });

  it('an invitation delivered after its person was replaced counts for no participant', async () => {
    const eva = { personId: randomUUID(), name: 'Eva Lima', cpf: '12345678909' };
    const events = [life.created(), life.replaced(0, eva), newEvent('NotificationSent', about(anaId))];
    expect(await projected(stage, processProjection, events, how, [participantRows])).toEqual([
      [
        { name: 'Eva Lima', part: 'signer', invitation: 'queued', invitation_problem: null },
        { name: 'Rui Ávila', part: 'signatory', invitation: 'queued', invitation_problem: null },
      ],
    ]);
  });

  it('an invitation is sent, or can never be', async () => {
    const events = [
      life.created(),
      newEvent('NotificationSent', about(anaId)),
      newEvent('NotificationUndeliverable', { ...about(ruiId), reason: 'não existe' }),
      newEvent('NotificationUndeliverable', { ...about(anaId), kind: 'process-finished', reason: 'cheia' }),
    ];
    expect(await projected(stage, processProjection, events, how, [participantRows])).toEqual([
      [
        { name: 'Ana Souza', part: 'signer', invitation: 'sent', invitation_problem: null },
        {
          name: 'Rui Ávila',
          part: 'signatory',
          invitation: 'undeliverable',
          invitation_problem: 'não existe',
        },
      ],
    ]);
  });

  it('credits move between free, reserved and consumed', async () => {
    const of = { tenantId, processId: created.processId };
    const events = [
      newEvent('CreditsGranted', { tenantId, amount: 10, reason: 'início' }),
      newEvent('CreditsReserved', { ...of, amount: 3 }),
      newEvent('CreditsConsumed', { ...of, amount: 1, documentId: contract }),
      newEvent('CreditsRefunded', { ...of, amount: 1, documentId: annex }),
    ];
    const read = 'select balance::int, reserved::int, consumed::int from read.credits';
    expect(await projected(stage, creditsProjection, events, how, [read])).toEqual([
      [{ balance: 8, reserved: 1, consumed: 1 }],
    ]);
  });

  it('a company is as last edited, found by its number and both its names', async () => {
    const companyId = randomUUID();
    const cnpj = '12ABC34501DE35';
    const events = [
      newEvent('CompanyCreated', {
        companyId,
        tenantId,
        cnpj,
        fields: { companyName: 'Velha', active: true },
      }),
      newEvent(
        'CompanyEdited',
        { companyId, tenantId, fields: { companyName: 'Pão & Açaí', tradingName: 'Ótica', active: false } },
        { at: '2026-04-01T00:00:00.000Z' },
      ),
    ];
    const read = 'select cnpj, active, sort_name, search_text, edited_at from read.company';
    expect(await projected(stage, companyProjection, events, how, [read])).toEqual([
      [
        {
          cnpj,
          active: false,
          sort_name: 'pao & acai',
          search_text: '12abc34501de35\npao & acai\notica',
          edited_at: new Date('2026-04-01T00:00:00.000Z'),
        },
      ],
    ]);
  });

  it('text that Postgres refuses is kept as near as it goes', async () => {
    const fields = { name: 'Ana\0 \uD800 "Aspas" \\ {x}', email: 'ana@exemplo.com.br' };
    const plain = { ...fields, name: 'Ana' };
    const event = newEvent('PersonCreated', {
      personId: randomUUID(),
      tenantId,
      cpf: ana.cpf,
      fields: plain,
    });
    // Commands refuse such text; a log written by others may hold it all the same.
    const events = [{ ...event, data: { ...event.data, fields } }];
    const read = `select fields->>'name' as name, sort_name from read.person`;
    expect(await projected(stage, personProjection, events, how, [read])).toEqual([
      [{ name: 'Ana\u{FFFD} \u{FFFD} "Aspas" \\ {x}', sort_name: 'ana\u{FFFD} \u{FFFD} "aspas" \\ {x}' }],
    ]);
  });

  it('processes are counted for their company as they come and end', async () => {
    const { company } = created;
    const planned = [company, company, company, { ...company, companyId: randomUUID() }].map((of) =>
      lifeOf({ ...plannedProcess({ tenantId }), company: of }),
    );
    const [one, two, three, other] = planned as [typeof life, typeof life, typeof life, typeof life];
    const events = [
      one.created(),
      two.created(),
      other.created(),
      one.finished(),
      three.created(),
      two.processCanceled(),
      other.processRejected(),
    ];
    const read = `select waiting, finished, rejected, canceled from read.company_process_count
      order by company_id = '${company.companyId}' desc`;
    expect(await projected(stage, processProjection, events, how, [read])).toEqual([
      [
        { waiting: 1n, finished: 1n, rejected: 0n, canceled: 1n },
        { waiting: 0n, finished: 0n, rejected: 1n, canceled: 0n },
      ],
    ]);
  });

  it('a totem is in service until it, its session or its user ends', async () => {
    const userId = randomUUID();
    const totemIds = ['a', 'b', 'c'].map((digit) => `0198c5a0-7d1e-7c3a-9f52-3b1d2c4e5f6${digit}`);
    const [one = '', two = '', three = ''] = totemIds;
    const at = (day: number) => ({ at: `2026-04-0${day}T08:00:00.000Z` });
    const registered = (totemId: string) =>
      newEvent('TotemRegistered', { userId, tenantId, totemId, name: 'Recepção' }, at(1));
    const events = [
      ...totemIds.map(registered),
      newEvent('TotemRevoked', { userId, tenantId, totemId: one }, at(2)),
      newEvent(
        'UserSessionsRevoked',
        { userId, tenantId, sessionIds: [one, two, randomUUID()], cause: 'asked' },
        at(3),
      ),
      newEvent('UserRoleChanged', { userId, tenantId, role: 'totem' }, at(4)),
      newEvent('UserDeactivated', { userId, tenantId }, at(5)),
    ];
    const read = 'select totem_id, revoked_at from read.totem order by totem_id';
    expect(await projected(stage, totemProjection, events, how, [read])).toEqual([
      [
        { totem_id: one, revoked_at: new Date(at(2).at) },
        { totem_id: two, revoked_at: new Date(at(3).at) },
        { totem_id: three, revoked_at: new Date(at(5).at) },
      ],
    ]);
  });

  it('an account has its tenant, its users and when they last came', async () => {
    const userId = randomUUID();
    const events = [
      newEvent('TenantRegistered', { tenantId, name: 'Conta', domain: 'conta', administratorId: userId }),
      newEvent('UserCreated', {
        userId,
        tenantId,
        name: 'Rui',
        email: 'rui@exemplo.com.br',
        role: 'administrator',
      }),
      newEvent('UserSignedIn', { userId, tenantId, method: 'password' }, { at: '2026-04-02T08:00:00.000Z' }),
    ];
    const rows = await projected(stage, accountProjection, events, how, [
      'select name, domain from read.tenant',
      'select name, role, last_signed_in_at from read.user_account',
    ]);
    expect(rows).toEqual([
      [{ name: 'Conta', domain: 'conta' }],
      [{ name: 'Rui', role: 'administrator', last_signed_in_at: new Date('2026-04-02T08:00:00.000Z') }],
    ]);
  });
});

it('folds accents and case', () => {
  expect(folded('Ção JOSÉ d’Ávila Ünï')).toBe('cao jose d’avila uni');
});
