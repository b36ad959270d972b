import { randomUUID } from 'node:crypto';

import { ERASED, personalContentOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import type { NewEvent } from '@lacre/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Projection } from '../engine/projection.ts';
import { lifeOf, newEvent, plannedProcess } from '../testing/index.ts';
import { projected } from '../testing/project.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { accountProjection } from './account.ts';
import { readModels } from './index.ts';
import { personProjection } from './person.ts';
import { processProjection } from './process.ts';

let stage: ProjectorStage;
beforeAll(async () => {
  stage = await projectorStage();
});
afterAll(() => stage.close());

const tenantId = randomUUID();
const [anaId, ruiId, requesterId] = [randomUUID(), randomUUID(), randomUUID()];
const ana = { name: 'Ana Conceição', cpf: cpfOf(1), personId: anaId };
/** A namesake is not taken for the erased person. */
const namesake = { name: 'Ana Conceição', cpf: cpfOf(2), personId: randomUUID() };
const rui = { name: 'Rui Barbosa', cpf: cpfOf(3), personId: ruiId };
const created = plannedProcess({
  tenantId,
  requester: { userId: requesterId, name: 'Quem Pediu' },
  documents: ['contrato.pdf', 'anexo.pdf'],
  participants: [namesake, ana, rui],
});
const life = lifeOf(created);
const refused = {
  notificationId: randomUUID(),
  tenantId,
  kind: 'signature-requested',
  processId: created.processId,
  recipient: { kind: 'person', id: anaId },
  reason: 'user ana@exemplo.com.br unknown',
} as const;
const history: readonly NewEvent[] = [
  newEvent('PersonCreated', {
    personId: anaId,
    tenantId,
    cpf: ana.cpf,
    fields: { name: ana.name, email: 'ana@exemplo.com.br' },
  }),
  newEvent('UserCreated', {
    userId: requesterId,
    tenantId,
    name: 'Quem Pediu',
    email: 'quem@exemplo.com.br',
    role: 'common',
  }),
  life.created(),
  newEvent('NotificationUndeliverable', refused),
  life.rejected(0, 1, 'Meu CPF não é este'),
  life.documentRejected(0),
  newEvent(
    'ParticipantContactReplaced',
    {
      processId: created.processId,
      tenantId,
      personId: anaId,
      former: { email: 'ana@exemplo.com.br', cellphoneNumber: '11987654321' },
      contact: { email: 'ana@outra.com.br' },
      reason: 'Meu CPF é outro, e o email também',
      documentIds: created.documents.map(({ documentId }) => documentId),
    },
    { actor: { kind: 'user', id: requesterId, name: 'Quem Pediu' } },
  ),
  life.replaced(2, { personId: randomUUID(), name: 'Eva Lima', cpf: cpfOf(4) }),
  life.canceled(1, 'desistimos'),
];

/** The events as they are read once these people's keys are gone. */
function readAfterwards(events: readonly NewEvent[], gone: readonly string[]): NewEvent[] {
  return events.map((event) => {
    const copy = structuredClone(event);
    for (const { path, subject, erased } of personalContentOf(event).leaves) {
      if (!gone.includes(subject)) continue;
      let holder = copy as unknown as Record<string, unknown>;
      for (const step of path.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
      const last = String(path.at(-1));
      if (erased === 'text') holder[last] = ERASED;
      else delete holder[last];
    }
    return copy;
  });
}

const tablesOf = ({ tables, schema }: Projection) =>
  tables.map(
    ({ name, columns, options }) =>
      `select ${Object.keys(columns).join(', ')} from ${schema}.${name} order by ${options.key.join(', ')}`,
  );
const all = (projection: Projection, events: readonly NewEvent[], how: 'one by one' | 'at once') =>
  projected(stage, projection, events, how, tablesOf(projection));

const anaErased = newEvent('PersonErased', { personId: anaId, tenantId, reason: 'subject-request' });
const ruiErased = newEvent('PersonErased', { personId: ruiId, tenantId, reason: 'subject-request' });
const requesterErased = newEvent('UserErased', { userId: requesterId, tenantId, reason: 'purpose-reached' });
const later = life.canceled(1);

describe.each(['one by one', 'at once'] as const)('folded %s', (how) => {
  it.each(readModels)('$name erases people as the log does: it equals a later rebuild', async (model) => {
    const erasures = [anaErased, ruiErased, requesterErased, later];
    const live = await all(model, [...history, ...erasures], how);
    const rebuilt = await all(
      model,
      readAfterwards([...history, ...erasures], [anaId, ruiId, requesterId]),
      how,
    );
    expect(live).toEqual(rebuilt);
    const text = JSON.stringify(live, (_name, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    for (const word of [
      'Rui',
      'rui barbosa',
      ana.cpf,
      rui.cpf,
      'ana@exemplo',
      'quem@',
      'Quem Pediu',
      'Meu CPF',
      'outra.com.br',
    ])
      expect(text).not.toContain(word);
  });

  it('a process keeps every other person, and what was done', async () => {
    const [, searched, , documents, participants] = await all(
      processProjection,
      [...history, anaErased],
      how,
    );
    expect(participants?.map(({ name, cpf }) => [name, cpf])).toEqual(
      expect.arrayContaining([
        [namesake.name, namesake.cpf],
        [ERASED, ERASED],
        ['Eva Lima', cpfOf(4)],
      ]),
    );
    const words = String(searched?.[0]?.['words']);
    for (const word of ['ana', 'conceicao', namesake.cpf, 'eva', 'lima', cpfOf(4), 'contrato'])
      expect(words).toContain(`:${word}'`);
    for (const word of [ana.cpf, 'rui', 'barbosa', rui.cpf]) expect(words).not.toContain(`:${word}'`);
    const contract = documents?.find(({ name }) => name === 'contrato.pdf') as {
      status: string;
      signatures: unknown[];
    };
    expect(contract.status).toBe('rejected');
    expect(contract.signatures).toContainEqual(
      expect.objectContaining({ personId: anaId, status: 'rejected', rejectReason: ERASED }),
    );
  });

  it('a person and a user are removed from their lists', async () => {
    const [persons, counts] = await all(personProjection, [...history, anaErased], how);
    expect([persons, counts?.map((row) => row['persons'])]).toEqual([[], [0n]]);
    const [, users] = await all(accountProjection, [...history, requesterErased], how);
    expect(users).toEqual([]);
  });
});
