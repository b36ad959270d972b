import { feedEvent, isSentByWebhooks, publicEvents } from '@lacre/contracts';
import { WEBHOOK_RETRY_HOURS } from '@lacre/contracts/limits';
import type { z } from 'zod';

type Schema = Record<string, unknown>;

const HEADERS: Readonly<Record<string, { description: string; example: string }>> = {
  'webhook-id': {
    description: 'O `id` do evento: o mesmo a cada nova tentativa.',
    example: '0198c5a0-7d1e-7c3a-9f52-3b1d2c4e5f60',
  },
  'webhook-timestamp': {
    description: 'Quando esta tentativa foi feita, em segundos desde 1970.',
    example: '1777901400',
  },
  'webhook-signature': {
    description:
      '`v1,` e o HMAC-SHA256 em base64 de `{webhook-id}.{webhook-timestamp}.{corpo}`, pelo segredo do webhook (Standard Webhooks); uma para cada segredo que vale, separadas por espaços.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

const parameters = Object.entries(HEADERS).map(([name, { description, example }]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
}));

const responses = {
  '2XX': {
    description: `Recebido. Qualquer outra resposta é tentada de novo, por ${WEBHOOK_RETRY_HOURS} horas.`,
  },
  '410': { description: 'O endereço deixou de existir: o webhook é desativado.' },
};

/** What webhooks are sent, by type, as OpenAPI 3.1 describes requests that come from the platform. */
export function webhooksOf(
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Schema,
  exampleOf: (schema: Schema) => unknown,
): Record<string, Schema> {
  const fact = schemaOf(feedEvent, 'output');
  const sent = [...publicEvents.values()].filter(isSentByWebhooks);
  return Object.fromEntries(
    sent.map(({ type, summary, data }) => {
      const told = { type: { const: type }, data: schemaOf(data, 'input') };
      const schema = { allOf: [fact, { type: 'object', properties: told, required: Object.keys(told) }] };
      const content = { 'application/json': { schema, example: exampleOf(schema) } };
      const requestBody = { required: true, content };
      return [type, { post: { tags: ['Integração'], summary, parameters, requestBody, responses } }];
    }),
  );
}
