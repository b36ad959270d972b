import { streams } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { cpfs, csv, emailOf, usePersonBatches } from '../../testing/use-person-batches.ts';

const { cast, post, times } = usePersonBatches();

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
    expect(await cast.harness.types(streams.person(personId ?? ''))).toEqual(['PersonDrafted']);

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
    const options = { token: cast.own.token };
    const fields = { name: 'Outro', email: `outro${emailOf(numbers[0] ?? '')}` };
    expect((await cast.harness.send('PATCH', `/person/${personId}`, fields, options)).status).toBe(200);
    const { status } = await cast.harness.send(
      'POST',
      '/process',
      {
        summary: 'Contrato',
        companyId: await cast.harness.company(cast.own.token),
        documents: [{ proof: await cast.harness.proof(cast.own.tenantId, 'a.pdf') }],
        participants: [{ personId, part: 'signer' }],
      },
      options,
    );
    expect(status).toBe(201);
    const again = await cast.harness.send('POST', '/person', { cpf: numbers[0], ...fields }, options);
    expect(again.body.code).toBe('PERSON_CREATION_ERROR');
    const removed = (await post(csv(cpfs(1)))).body.persons[0];
    await cast.harness.send('DELETE', `/person/${removed?.personId}`, undefined, options);
    expect((await post(csv([removed?.cpf ?? '']))).status).toBe(200);
  });

  it('of people of another tenant registers them in this tenant too', async () => {
    const numbers = cpfs(2);
    expect((await post(csv(numbers), { token: cast.other.token })).status).toBe(200);
    expect((await post(csv(numbers))).status).toBe(200);
  });

  it('registers no person when one row is wrong, and names every wrong row', async () => {
    const [known] = cpfs(1);
    await post(csv([known ?? '']));
    const numbers = cpfs(2);
    const before = await cast.harness.eventStore.head();
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
    expect(await cast.harness.eventStore.head()).toBe(before);
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
    const single = await cast.harness.send('POST', '/person', asMain, { token: cast.own.token });
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
    const before = await cast.harness.eventStore.head();
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
    expect(await cast.harness.eventStore.head()).toBe(before);
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
      await cast.harness.member(cast.own.tenantId, 'common'),
      await cast.harness.member(cast.own.tenantId, 'totem'),
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
    await cast.harness.service.answers.settled();
    const fromTheTable = await post(csv(numbers), { key: 'batch-1' });
    await cast.harness.pool.query('truncate command.idempotency');
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
