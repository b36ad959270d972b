import type { AnswerOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll } from 'vitest';

import { Harness } from './harness.ts';

type Tenant = Awaited<ReturnType<Harness['tenant']>>;

interface Cast {
  harness: Harness;
  own: Tenant;
  other: Tenant;
}

interface Posted {
  key?: string;
  token?: string;
  query?: string;
  type?: string;
  at?: Harness;
}

type Answer = AnswerOf<'createPersonBatch'>;
let number = 930_000;
/** CPFs that no person has. */
export const cpfs = (count: number) => Array.from({ length: count }, () => cpfOf(++number));
export const emailOf = (cpf: string) => `p${cpf}@exemplo.com.br`;
/** A file of persons with these CPFs, each with an address of its own. */
export const csv = (numbers: readonly string[]) =>
  ['cpf;nome;email', ...numbers.map((cpf, n) => `${cpf};Pessoa ${n};${emailOf(cpf)}`)].join('\r\n');

/** Imports of persons into two tenants, for the tests of a file. `cast` is filled before the first of them. */
export function usePersonBatches() {
  const cast = {} as Cast;
  beforeAll(async () => {
    cast.harness = await Harness.start({ takeOverPatienceMs: 400 });
    cast.own = await cast.harness.tenant();
    cast.other = await cast.harness.tenant();
  });
  afterAll(() => cast.harness.stop());

  async function post(
    file: string | Buffer,
    { key, token = cast.own.token, query = '', type = 'text/csv', at = cast.harness }: Posted = {},
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
  async function registered({ tenantId } = cast.own, at = cast.harness): Promise<string[]> {
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
  async function times(numbers: readonly string[], tenant = cast.own, at = cast.harness): Promise<number[]> {
    const all = await registered(tenant, at);
    return numbers.map((cpf) => all.filter((each) => each === cpf).length);
  }

  return { cast, post, times };
}
