import { z } from 'zod';

import { identifier, tagName } from '../../fields.ts';
import { MAX_CHOSEN_TAGS } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, minPosition } from '../shapes/index.ts';

const tagParams = z.strictObject({ tagId: identifier });
const body = z.strictObject({ name: tagName }).meta({ id: 'TagName' });

/** Tags of the tenant, which processes are found and filtered by. */
export const tagOperations = defineOperations({
  listTags: {
    tag: 'Processos',
    summary: 'Etiquetas da conta, com o número de processos em que cada uma está',
    allow: 'members-of-company',
    scope: 'read',
    kind: 'query',
    query: minPosition.strict(),
    answer: z.object({
      items: z.array(z.object({ tagId: identifier, name: z.string(), processes: z.number().int() })),
    }),
    errors: [],
  },
  createTag: {
    tag: 'Processos',
    summary: 'Cria uma etiqueta',
    allow: 'members',
    scope: 'registers',
    kind: 'command',
    status: 201,
    body,
    answer: acknowledged.extend({ tagId: identifier }),
    errors: ['TAG_EMPTY', 'SAVE_TAG_ERROR'],
    fieldCodes: { name: 'TAG_EMPTY' },
  },
  renameTag: {
    tag: 'Processos',
    summary: 'Renomeia uma etiqueta em todos os processos',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: tagParams,
    body,
    answer: acknowledged,
    errors: ['TAG_EMPTY', 'TAG_NOT_FOUND', 'SAVE_TAG_ERROR'],
    fieldCodes: { name: 'TAG_EMPTY' },
  },
  removeTag: {
    tag: 'Processos',
    summary: 'Remove uma etiqueta, de todos os processos',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: tagParams,
    answer: acknowledged,
    errors: ['TAG_NOT_FOUND'],
  },
  setProcessTags: {
    tag: 'Processos',
    summary: 'As etiquetas de um processo: estas, e nenhuma outra',
    allow: 'members-of-company',
    scope: 'processes',
    kind: 'command',
    params: z.strictObject({ processId: identifier }),
    body: z
      .strictObject({
        tagIds: z.array(identifier).max(MAX_CHOSEN_TAGS, `No máximo ${MAX_CHOSEN_TAGS} etiquetas`),
      })
      .meta({ id: 'ProcessTags' }),
    answer: acknowledged,
    errors: ['SIGNATURE_PROCESS_NOT_FOUND', 'TAG_NOT_FOUND'],
  },
});
