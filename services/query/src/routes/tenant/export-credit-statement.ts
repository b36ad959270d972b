import { type AnswerOf, brasiliaDay, creditKinds } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';
import { aboutExport, inBrasilia } from '../../exports/about-export.ts';
import { EXPORT_PAGE, pagesBy, sendExport, type Exported } from '../../exports/send-export.ts';
import { movementsBefore, type MovementPlace } from '../../views/credit-movements.ts';

type Movement = AnswerOf<'creditStatement'>['items'][number];

const COLUMNS: Exported<Movement>['columns'] = [
  ['Quando (Brasília)', ({ at }) => inBrasilia(at)],
  ['Movimento', ({ kind }) => creditKinds[kind]],
  ['Créditos', ({ amount }) => amount],
  ['Disponíveis depois', ({ balance }) => balance],
  ['Reservados depois', ({ reserved }) => reserved],
  ['Motivo', ({ reason }) => reason],
  ['Processo', ({ process }) => process?.summary ?? null],
  ['Documento', ({ document }) => document?.name ?? null],
  ['Id do processo', ({ process }) => process?.processId ?? null],
  ['Posição no registro', ({ position }) => position],
];

export const route = defineRoute('exportCreditStatement', async ({ principal, query, reply }, context) => {
  await context.attempts.count('exportPerUser', principal.sub);
  const freshness = { minPosition: undefined, projections: ['credits', 'process'] } as const;
  const pages = pagesBy<Movement, MovementPlace>((before) =>
    context.models.ofCaller(principal, freshness, (db) => movementsBefore(db, query, before, EXPORT_PAGE)),
  );
  const now = context.now();
  return sendExport(reply, query.format, {
    fileName: `creditos-${brasiliaDay(now)}`,
    about: aboutExport(principal, query, now),
    columns: COLUMNS,
    pages,
  });
});
