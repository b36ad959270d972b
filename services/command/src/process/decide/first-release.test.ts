import { createDomainLog } from '@lacre/domain-log';
import { appendFirstRelease, FIRST_RELEASE } from '@lacre/domain-log/testing';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { beforeEach, describe, expect, it } from 'vitest';

import { company } from '../../company/decide-company.ts';
import { credits } from '../../credits/decide-credits.ts';
import type { CommandHandler } from '../../decider/command-handler.ts';
import { createCommandHandler } from '../../decider/store-command-handler.ts';
import { person } from '../../person/decide-person.ts';
import { tenant } from '../../tenant/decide-tenant.ts';
import { user } from '../../user/decide-user.ts';
import { signatureProcess } from './decide-process.ts';
import { replayProcess } from './replay.ts';

const { tenantId, userId, anaId, ruiId, processId, sealedId, rejectedId } = FIRST_RELEASE;
const companyId = '00000000-0000-4000-8000-000000000073';

let store: EventStore;
let handler: CommandHandler;
beforeEach(async () => {
  store = createMemoryEventStore();
  await appendFirstRelease(store);
  handler = createCommandHandler({ eventStore: store, now: () => new Date('2026-12-01T12:00:00.000Z') });
});

describe('a log of the first release', () => {
  it('is a valid history for today’s deciders', async () => {
    expect(await handler.load(tenant, tenantId)).toMatchObject({ status: 'registered', active: true });
    expect(await handler.load(user, userId)).toMatchObject({ status: 'active', hasSignedIn: true });
    expect(await handler.load(company, companyId)).toMatchObject({ fields: { active: true } });
    expect(await handler.load(person, anaId)).toMatchObject({ status: 'registered', hasSignedIn: true });
    expect(await handler.load(person, ruiId)).toMatchObject({ status: 'registered', hasSignedIn: true });
    expect(await handler.load(credits, tenantId)).toMatchObject({ balance: 9, reserved: 0 });
    const state = await handler.load(signatureProcess, processId);
    expect(state).toMatchObject({ status: 'finished' });
    const documents = state.status === 'finished' ? [...state.documents.values()] : [];
    expect(documents.map(({ documentId, status }) => [documentId, status])).toEqual([
      [sealedId, 'sealed'],
      [rejectedId, 'rejected'],
    ]);
  });

  it('is replayed with each act in the shape of today', async () => {
    const steps = await Array.fromAsync(replayProcess(store, processId));
    const acts = steps.flatMap(({ event }) =>
      event.type === 'SignatureSigned' || event.type === 'SignatureRejected' ? [event] : [],
    );
    expect(acts.map(({ data }) => data.contactProof)).toEqual([null, null, null, null]);
    const signed = acts.flatMap((event) => (event.type === 'SignatureSigned' ? [event.data.consent] : []));
    expect(signed.map(({ textSha256 }) => textSha256)).toEqual([null, null, null]);
  });

  it('is written on in the versions of today', async () => {
    const command = { type: 'edit', tenantId, fields: { companyName: 'Alvorada', active: true } } as const;
    const context = {
      key: 'edit',
      correlationId: 'x',
      tenantId,
      actor: { kind: 'system', name: 'test' },
    } as const;
    const handled = await handler.handle(
      company,
      companyId,
      { ...command, active: undefined, ancestors: [] },
      context,
    );
    expect(handled).toMatchObject({ ok: true, repeated: false });
    const types = (await Array.fromAsync(createDomainLog(store).readStream(company.stream(companyId)))).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['CompanyCreated', 'CompanyEdited']);
  });
});
