import { AsyncLocalStorage } from 'node:async_hooks';

import { streams, type AnswerOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { Harness } from '../../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start({ takeOverPatienceMs: 400 });
  own = await harness.tenant();
  other = await harness.tenant();
});
afterAll(() => harness.stop());

type Answer = AnswerOf<'createPersonBatch'>;
let number = 930_000;
const cpfs = (count: number) => Array.from({ length: count }, () => cpfOf(++number));
const emailOf = (cpf: string) => `p${cpf}@exemplo.com.br`;
const csv = (numbers: readonly string[]) =>
  ['cpf;nome;email', ...numbers.map((cpf, n) => `${cpf};Pessoa ${n};${emailOf(cpf)}`)].join('\r\n');

async function post(
  file: string | Buffer,
  {
    key,
    token = own.token,
    query = '',
    type = 'text/csv',
    at = harness,
  }: { key?: string; token?: string; query?: string; type?: string; at?: Harness } = {},
) {
  const reply = await at.app.inject({
    method: 'POST',
    url: `/api/person/batch${query}`,
    headers: {
      'content-type': type,
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: file,
  });
  return { status: reply.statusCode, body: reply.json<Answer & { code?: string }>() };
}

/** Every person of the tenant that is registered, as the log has it. */
async function registered({ tenantId } = own, at = harness): Promise<string[]> {
  const drafts = new Map<string, string>();
  const found: string[] = [];
  for await (const { type, data: recorded } of at.eventStore.readAll({
    after: 'start',
    limit: 100_000,
  })) {
    const data = recorded as unknown as {
      tenantId: string;
      personId: string;
      personIds: string[];
      cpf: string;
    };
    if (data.tenantId !== tenantId) continue;
    if (type === 'PersonDrafted') drafts.set(data.personId, data.cpf);
    if (type === 'PersonCreated') found.push(data.cpf);
    if (type === 'PersonBatchCreated')
      found.push(...data.personIds.map((id) => drafts.get(id) ?? 'a stranger'));
  }
  return found;
}

/** How often each of the CPFs is registered. */
async function times(numbers: readonly string[], tenant = own, at = harness): Promise<number[]> {
  const all = await registered(tenant, at);
  return numbers.map((cpf) => all.filter((each) => each === cpf).length);
}

/** The service dies at the first append that `when` picks: before it is done, or after. */
async function dyingAt<Result>(
  when: (stream: string) => boolean,
  how: 'failed and not done' | 'failed but done',
  run: () => Promise<Result>,
): Promise<Result> {
  const { eventStore } = harness;
  const append = eventStore.append.bind(eventStore);
  let isDead = false;
  eventStore.append = async (stream, ...rest) => {
    if (isDead) throw new Error('the process is dead');
    if (!when(stream)) return append(stream, ...rest);
    isDead = true;
    if (how === 'failed but done') await append(stream, ...rest);
    throw new Error('the process died here');
  };
  try {
    return await run();
  } finally {
    eventStore.append = append;
  }
}

const nth = (prefix: string, n: number) => {
  let seen = 0;
  return (stream: string) => stream.startsWith(prefix) && ++seen === n;
};

describe('a file', () => {
  it('registers every person at once, as CSV or JSON', async () => {
    const numbers = cpfs(3);
    const reply = await post(csv(numbers));
    expect(reply).toMatchObject({ status: 200, body: { dryRun: false, total: 3, errors: [] } });
    expect(reply.body.persons.map(({ line, cpf }) => [line, cpf])).toEqual(
      numbers.map((cpf, n) => [n + 2, cpf]),
    );
    expect(await times(numbers)).toEqual([1, 1, 1]);
    const [personId] = reply.body.persons.map((each) => each.personId ?? '');
    expect(await harness.types(streams.person(personId ?? ''))).toEqual(['PersonDrafted']);

    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\n\r\n';
    const next = cpfs(2);
    const multipart = await post(`${form}${csv(next)}\r\n--x--\r\n`, {
      type: 'multipart/form-data; boundary=x',
    });
    expect([multipart.status, multipart.body.total]).toEqual([200, 2]);
    expect(await times(next)).toEqual([1, 1]);
  });

  it('registers people who can be asked to sign, edited and removed, and whose CPF is free after that', async () => {
    const numbers = cpfs(1);
    const personId = (await post(csv(numbers))).body.persons[0]?.personId ?? '';
    const options = { token: own.token };
    const fields = { name: 'Outro', email: `outro${emailOf(numbers[0] ?? '')}` };
    expect((await harness.send('PATCH', `/person/${personId}`, fields, options)).status).toBe(200);
    const { status } = await harness.send(
      'POST',
      '/process',
      {
        summary: 'Contrato',
        companyId: await harness.company(own.token),
        documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
        participants: [{ personId, part: 'signer' }],
      },
      options,
    );
    expect(status).toBe(201);
    const again = await harness.send('POST', '/person', { cpf: numbers[0], ...fields }, options);
    expect(again.body.code).toBe('PERSON_CREATION_ERROR');
    const removed = (await post(csv(cpfs(1)))).body.persons[0];
    await harness.send('DELETE', `/person/${removed?.personId}`, undefined, options);
    expect((await post(csv([removed?.cpf ?? '']))).status).toBe(200);
  });

  it('of people of another tenant registers them in this tenant too', async () => {
    const numbers = cpfs(2);
    expect((await post(csv(numbers), { token: other.token })).status).toBe(200);
    expect((await post(csv(numbers))).status).toBe(200);
  });

  it('registers no person when one row is wrong, and names every wrong row', async () => {
    const [known] = cpfs(1);
    await post(csv([known ?? '']));
    const numbers = cpfs(2);
    const before = await harness.eventStore.head();
    const broken = `${csv(numbers)}\r\n123;X;y\r\n${numbers[0]};Z;z@exemplo.com.br`;
    const { status, body } = await post(broken);
    expect([status, body.code]).toEqual([422, 'PERSON_BATCH_CREATION_ERROR']);
    expect(body.errors).toEqual([
      { field: 'lines.4.cpf', message: 'Linha 4: CPF inválido' },
      { field: 'lines.4.email', message: 'Linha 4: Email inválido' },
      { field: 'lines.5.cpf', message: 'Linha 5: Este CPF já aparece na linha 2' },
    ]);
    const broad = await post(`${csv(numbers)}\r\n${known};;${emailOf(numbers[1] ?? '')}`);
    expect(broad.body.errors).toEqual([
      { field: 'lines.4.name', message: 'Linha 4: Por favor, insira o nome' },
      { field: 'lines.4.email', message: 'Linha 4: Este email já aparece na linha 3' },
      { field: 'lines.4.cpf', message: 'Linha 4: Este CPF já está cadastrado' },
    ]);
    const withKnown = await post(csv([...numbers, known ?? '']));
    expect(withKnown.body).toMatchObject({
      code: 'PERSON_BATCH_CREATION_ERROR',
      errors: [
        { field: 'lines.4.cpf', message: 'Linha 4: Este CPF já está cadastrado' },
        { field: 'lines.4.email', message: 'Linha 4: Este email já é de outra pessoa cadastrada' },
      ],
    });
    expect(await harness.eventStore.head()).toBe(before);
    // Nothing was taken by the refusals.
    expect((await post(csv(numbers))).status).toBe(200);
  });

  it('holds further emails as it holds the main one', async () => {
    const [one = '', two = '', three = ''] = cpfs(3);
    const withFurther = (cpf: string, email: string, further: string) =>
      `cpf;nome;email;outros emails\r\n${cpf};Pessoa;${email};${further}`;
    const further = `mais${emailOf(one)}`;
    expect((await post(withFurther(one, emailOf(one), further))).status).toBe(200);
    const asMain = { cpf: two, name: 'Pessoa', email: further };
    const single = await harness.send('POST', '/person', asMain, { token: own.token });
    expect(single.body.code).toBe('EMAIL_NOT_AVAILABLE');
    expect((await post(withFurther(two, further, `${emailOf(two)}, ${emailOf(one)}`))).body.errors).toEqual([
      { field: 'lines.2.email', message: 'Linha 2: Este email já é de outra pessoa cadastrada' },
      {
        field: 'lines.2.emails',
        message: `Linha 2: O email ${emailOf(one)} já é de outra pessoa cadastrada`,
      },
    ]);
    expect((await post(withFurther(three, emailOf(three), emailOf(two)))).status).toBe(200);
  });

  it('is refused as malformed when it is a form without a boundary', async () => {
    const { status, body } = await post('nada', { type: 'multipart/form-data' });
    expect([status, body.code]).toEqual([400, 'MALFORMED_REQUEST']);
  });

  it('can be tried without effect', async () => {
    const [known] = cpfs(1);
    await post(csv([known ?? '']));
    const numbers = cpfs(2);
    const before = await harness.eventStore.head();
    const file = `${csv([numbers[0] ?? '', known ?? ''])}\r\n123;X;x@exemplo.com.br`;
    const { status, body } = await post(file, { query: '?dryRun=true', key: 'tried' });
    expect([status, body]).toEqual([
      200,
      {
        position: null,
        dryRun: true,
        total: 3,
        persons: [
          { line: 2, personId: null, cpf: numbers[0], name: 'Pessoa 0', email: emailOf(numbers[0] ?? '') },
          { line: 3, personId: null, cpf: known, name: 'Pessoa 1', email: emailOf(known ?? '') },
        ],
        errors: [
          { line: 3, field: 'cpf', message: 'Este CPF já está cadastrado' },
          { line: 3, field: 'email', message: 'Este email já é de outra pessoa cadastrada' },
          { line: 4, field: 'cpf', message: 'CPF inválido' },
        ],
      },
    ]);
    expect(await harness.eventStore.head()).toBe(before);
    // A trial has not used the key up.
    expect((await post(csv(numbers), { key: 'tried' })).status).toBe(200);
  });

  it.each([
    ['nothing', '', 'text/csv', [400, 'NO_FILES_UPLOADED']],
    ['JSON', '{}', 'application/json', [400, 'NO_FILES_UPLOADED']],
    [
      'a form with another field',
      '--x\r\ncontent-disposition: form-data; name="other"; filename="p.csv"\r\n\r\na\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      [400, 'NO_FILES_UPLOADED'],
    ],
    ['too much', 'x'.repeat(2 * 1024 * 1024 + 1), 'text/csv', [413, 'REQUEST_TOO_LARGE']],
    [
      'too much in a form',
      `--x\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\n\r\n${'x'.repeat(2 * 1024 * 1024 + 1)}\r\n--x--\r\n`,
      'multipart/form-data; boundary=x',
      [413, 'REQUEST_TOO_LARGE'],
    ],
  ])('is not %s', async (_case, payload, type, expected) => {
    const { status, body } = await post(payload, { type });
    expect([status, body.code]).toEqual(expected);
  });

  it('is for common users too, and for no totem', async () => {
    const [common, totem] = [
      await harness.member(own.tenantId, 'common'),
      await harness.member(own.tenantId, 'totem'),
    ];
    expect((await post(csv(cpfs(1)), { token: common.token })).status).toBe(200);
    expect((await post(csv(cpfs(1)), { token: totem.token })).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
  });

  it('of a thousand is registered', async () => {
    const numbers = cpfs(1000);
    expect((await post(csv(numbers))).body).toMatchObject({ total: 1000 });
    expect(new Set(await times(numbers))).toEqual(new Set([1]));
  }, 120_000);
});

describe('an idempotency key', () => {
  it('gives the same answer and registers no person twice, from the table and from the log', async () => {
    const numbers = cpfs(3);
    const first = await post(csv(numbers), { key: 'batch-1' });
    await harness.service.answers.settled();
    const fromTheTable = await post(csv(numbers), { key: 'batch-1' });
    await harness.pool.query('truncate command.idempotency');
    const fromTheLog = await post(csv(numbers), { key: 'batch-1' });
    expect([fromTheTable.body, fromTheLog.body]).toEqual([first.body, first.body]);
    expect(await times(numbers)).toEqual([1, 1, 1]);
    const changed = await post(csv([...numbers, ...cpfs(1)]), { key: 'batch-1' });
    expect([changed.status, changed.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('has one effect when five requests of one key arrive at once', async () => {
    const numbers = cpfs(5);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => post(csv(numbers), { key: 'batch-2' })),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await times(numbers)).toEqual([1, 1, 1, 1, 1]);
  });
});

it('meets others that ask for the same people at once, and one of them gets each', async () => {
  // Where one waited for the other, both would wait until this ends.
  const at = await Harness.start({ takeOverPatienceMs: 600_000 });
  for (let round = 0; round < 8; round++) {
    const tenant = await at.tenant();
    const { token } = tenant;
    const numbers = cpfs(12);
    const single = { cpf: numbers[5], name: 'Só', email: emailOf(numbers[5] ?? '') };
    const replies = await Promise.all([
      post(csv(numbers), { at, token }),
      post(csv(numbers.toReversed()), { at, token }),
      post(csv(numbers.slice(6)), { at, token }),
      at.send('POST', '/person', single, { token }),
    ]);
    expect(replies.filter(({ status }) => status < 300).length).toBeGreaterThanOrEqual(1);
    for (const count of await times(numbers, tenant, at)) expect(count).toBeLessThanOrEqual(1);
    const codes = new Set(replies.map(({ body }) => (body as { code?: string }).code));
    for (const code of codes)
      expect([
        undefined,
        'PERSON_BATCH_CREATION_ERROR',
        'PERSON_CREATION_ERROR',
        'EMAIL_NOT_AVAILABLE',
      ]).toContain(code);
  }
  await at.stop();
}, 60_000);

/** That so many owners on their way were waited for together: the last was looked at before the last look at the first. */
function expectOneWait(streamsRead: readonly string[], count: number): void {
  const looks = Map.groupBy(streamsRead.entries(), ([, stream]) => stream);
  const waitedFor = [...looks].filter(([stream, of]) => stream.startsWith('person-') && of.length > 5);
  expect(waitedFor.length).toBeGreaterThanOrEqual(count);
  const first = Math.max(...waitedFor.map(([, of]) => of[0]?.[0] ?? 0));
  const last = Math.min(...waitedFor.map(([, of]) => of.at(-1)?.[0] ?? 0));
  expect(first).toBeLessThan(last);
}

describe.each(['failed and not done', 'failed but done'] as const)('a crash that %s', (how) => {
  it.each([
    ['at a reservation', () => nth('reservation-', 3)],
    ['at a draft', () => nth('person-', 3)],
    ['at the last draft', () => nth('person-', 6)],
    ['at the commit', () => nth('batch-', 1)],
  ])('%s leaves no person half-registered, and a repeat does the whole', async (place, at) => {
    const numbers = cpfs(6);
    const key = `crash ${how} ${place}`;
    expect((await dyingAt(at(), how, () => post(csv(numbers), { key }))).status).toBe(500);
    expect(new Set(await times(numbers)).size).toBe(1);
    const repeat = await post(csv(numbers), { key });
    expect([repeat.status, repeat.body.total]).toEqual([200, 6]);
    expect(await times(numbers)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it.each([
    ['at a reservation', () => nth('reservation-', 3), 0],
    ['at a draft', () => nth('person-', 3), 5],
    ['at the last draft', () => nth('person-', 6), 5],
  ])('%s blocks no other: the corrected file, one person, and then the repeat', async (place, at, waits) => {
    const numbers = cpfs(6);
    const key = `blocked ${how} ${place}`;
    await dyingAt(at(), how, () => post(csv(numbers), { key }));
    const corrected = [...numbers.slice(1), ...cpfs(1)];
    const read = vi.spyOn(harness.eventStore, 'readStream');
    expect((await post(csv(corrected))).status).toBe(200);
    expectOneWait(
      read.mock.calls.map(([stream]) => stream),
      waits,
    );
    read.mockRestore();
    const one = { cpf: numbers[0], name: 'Uma', email: emailOf(numbers[0] ?? '') };
    expect((await harness.send('POST', '/person', one, { token: own.token })).status).toBe(201);
    expect(await times(numbers)).toEqual([1, 1, 1, 1, 1, 1]);
    // The first request gets the present state.
    expect((await post(csv(numbers), { key })).body.code).toBe('PERSON_BATCH_CREATION_ERROR');
    expect(await times(numbers)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

it('that loses a value while it reserves them holds up no other, and can be repeated by its key', async () => {
  // Where another waited for what it had reserved, that would be until this ends.
  const at = await Harness.start({ takeOverPatienceMs: 600_000 });
  const { token } = await at.tenant();
  const numbers = cpfs(4);
  const one = { cpf: numbers[1], name: 'Uma', email: emailOf(numbers[1] ?? '') };
  const { eventStore } = at;
  const append = eventStore.append.bind(eventStore);
  const ofSingle = new AsyncLocalStorage<true>();
  const registers = () => at.send<AnswerOf<'createPerson'>>('POST', '/person', one, { token });
  let single: ReturnType<typeof registers> | undefined;
  // Registered between the batch's look at the values and its claims.
  eventStore.append = async (stream, ...rest) => {
    if (ofSingle.getStore() !== true && stream.startsWith('reservation-'))
      await (single ??= ofSingle.run(true, registers));
    return append(stream, ...rest);
  };
  const refused = await post(csv(numbers), { at, token, key: 'lost' });
  eventStore.append = append;
  expect([refused.status, refused.body.code]).toEqual([422, 'PERSON_BATCH_CREATION_ERROR']);
  const registration = await single;
  expect(registration?.status).toBe(201);
  const corrected = [numbers[0] ?? '', ...cpfs(1)];
  const { status, body } = await post(csv(corrected), { at, token });
  expect(status).toBe(200);
  const removed = [registration?.body.personId, ...body.persons.map(({ personId }) => personId)];
  for (const personId of removed) await at.send('DELETE', `/person/${personId}`, undefined, { token });
  // All of it is free again.
  expect((await post(csv(numbers), { at, token, key: 'lost' })).status).toBe(200);
  await at.stop();
}, 60_000);

it('can be repeated by the same key after it was abandoned', async () => {
  const numbers = cpfs(3);
  await dyingAt(nth('batch-', 1), 'failed and not done', () => post(csv(numbers), { key: 'abandoned' }));
  const one = { cpf: numbers[1], name: 'Uma', email: emailOf(numbers[1] ?? '') };
  const { body } = await harness.send<AnswerOf<'createPerson'>>('POST', '/person', one, { token: own.token });
  await harness.send('DELETE', `/person/${body.personId}`, undefined, { token: own.token });
  expect((await post(csv(numbers), { key: 'abandoned' })).status).toBe(200);
});
