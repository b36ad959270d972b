import { streams, type AnswerOf, type DataOf } from '@lacre/contracts';
import { afterAll, beforeAll } from 'vitest';

import { Harness, type Reply } from './harness.ts';

type Tenant = Awaited<ReturnType<Harness['tenant']>>;

/** Two tenants; the first has a company, and two persons who can take roles. */
interface Cast {
  harness: Harness;
  own: Tenant;
  other: Tenant;
  companyId: string;
  ana: string;
  rui: string;
}

/** Status and error code of an answer. */
export const outcome = ({ status, body }: Reply<object>) => [status, body.code];
export const role = (key: string, over: object = {}) => ({
  key,
  label: `A ${key}`,
  part: 'signer',
  ...over,
});
/** Content of a template that is a text. */
export const text = { kind: 'text', title: 'Contrato', text: '{{contratada.nome}} e {{valor}}' };

/** Templates of a tenant, for the tests of a file. `cast` is filled before the first of them. */
export function useTemplates() {
  const cast = {} as Cast;
  beforeAll(async () => {
    const harness = await Harness.start();
    const own = await harness.tenant();
    Object.assign(cast, {
      harness,
      own,
      other: await harness.tenant(),
      ana: (await harness.person(own.token)).personId,
      rui: (await harness.person(own.token)).personId,
      companyId: await harness.company(own.token),
    } satisfies Cast);
  });
  afterAll(() => cast.harness.stop());

  const send = <Answer = Record<string, unknown>>(
    method: 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    { token = cast.own.token, key }: { token?: string; key?: string } = {},
  ) => cast.harness.send<Answer>(method, url, body, { token, key });
  const pdf = async (name = 'termo.pdf') => ({
    kind: 'pdf',
    proof: await cast.harness.proof(cast.own.tenantId, name),
  });
  return {
    cast,
    send,
    pdf,
    template: async (over: object = {}, options?: { token?: string; key?: string }) =>
      send<AnswerOf<'createTemplate'>>(
        'POST',
        '/template',
        { name: 'Termo', roles: [role('contratada')], content: await pdf(), ...over },
        options,
      ),
    use: (templateId: string, body: object = {}, options?: { token?: string; key?: string }) => {
      const { companyId, ana: personId } = cast;
      const participants = [{ role: 'contratada', personId }];
      const whole = { companyId, participants, ...body };
      return send<AnswerOf<'useTemplate'>>('POST', `/template/${templateId}/use`, whole, options);
    },
    /** What the signer service would answer with when this template is filled. */
    filled: (templateId: string, over: object = {}, tenantId = cast.own.tenantId) =>
      cast.harness.proof(tenantId, 'Contrato.pdf', 'preenchido', {
        templateId,
        companyId: cast.companyId,
        people: { contratada: cast.ana },
        ...over,
      }),
    created: async (processId: string): Promise<DataOf<'ProcessCreated'>> => {
      const [event] = await cast.harness.stream(streams.process(processId));
      return event?.data as unknown as DataOf<'ProcessCreated'>;
    },
    tag: async (name: string) =>
      (await send<AnswerOf<'createTag'>>('POST', '/tenant/tags', { name })).body.tagId,
  };
}
