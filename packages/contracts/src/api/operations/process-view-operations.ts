import { z } from 'zod';

import { identifier, line, searchText } from '../../fields.ts';
import { MAX_PROCESS_VIEWS, MAX_VIEW_NAME_LENGTH } from '../../limits.ts';
import { defineOperations } from '../operation.ts';

const viewParams = z.strictObject({ viewId: identifier });

/** A list of processes: its name, and what it is narrowed to, as `listProcesses` takes it. */
const view = z.strictObject({
  name: line('o nome da lista', MAX_VIEW_NAME_LENGTH),
  search: searchText.optional(),
  filter: z.enum(['pending', 'finished', 'rejected', 'canceled']).optional(),
  tagId: identifier.optional(),
});

/** Lists of processes that a user keeps under a name, for themselves alone. */
export const processViewOperations = defineOperations({
  listProcessViews: {
    tag: 'Processos',
    summary: 'As listas de processos que o próprio usuário salvou, por nome',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    answer: z.object({ items: z.array(view.extend({ viewId: identifier })) }),
    errors: [],
  },
  saveProcessView: {
    tag: 'Processos',
    summary: `Salva uma lista de processos sob um nome, ou muda a que tem o identificador, que quem chama escolhe; no máximo ${MAX_PROCESS_VIEWS} por usuário`,
    allow: 'members',
    scope: 'processes',
    kind: 'command',
    params: viewParams,
    body: view.meta({ id: 'SaveProcessView' }),
    answer: viewParams,
    errors: ['PROCESS_VIEW_LIMIT_REACHED', 'TAG_NOT_FOUND', 'CLASS_VALIDATION_ERROR'],
  },
  removeProcessView: {
    tag: 'Processos',
    summary: 'Exclui uma lista salva; os processos ficam',
    allow: 'members',
    scope: 'processes',
    kind: 'command',
    params: viewParams,
    answer: viewParams,
    errors: [],
  },
});
