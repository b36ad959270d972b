import { type AnswerOf, brasiliaDay, securityKinds } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';
import { aboutExport, inBrasilia } from '../../exports/about-export.ts';
import { EXPORT_PAGE, pagesBy, sendExport, type Exported } from '../../exports/send-export.ts';
import {
  linesBefore,
  resolvedLines,
  type LinePlace,
  type ResolvedLines,
} from '../../views/security-lines.ts';

type Line = AnswerOf<'securityEvents'>['items'][number];

const COLUMNS: Exported<Line>['columns'] = [
  ['Quando (Brasília)', ({ at }) => inBrasilia(at)],
  ['Tipo', ({ kind }) => securityKinds[kind]],
  ['O que', ({ what }) => what],
  ['Vezes', ({ times }) => times],
  ['Quem', ({ who }) => who?.name ?? null],
  ['Origem', ({ source }) => source],
  ['Operação', ({ operation }) => operation],
  ['Código', ({ code }) => code],
  ['Por token', ({ who }) => who?.tokenId ?? null],
  ['Id de quem', ({ who }) => who?.id ?? null],
];

export const route = defineRoute('exportSecurityEvents', async ({ principal, query, reply }, context) => {
  await context.attempts.count('exportPerUser', principal.sub);
  const freshness = { minPosition: undefined, projections: [] };
  let asked: ResolvedLines | undefined;
  const pages = pagesBy<Line, LinePlace>((before) =>
    context.models.ofCaller(principal, freshness, async (db) => {
      asked ??= await resolvedLines(db, principal.tenantId, query);
      return linesBefore(db, asked, before, EXPORT_PAGE);
    }),
  );
  const now = context.now();
  return sendExport(reply, query.format, {
    fileName: `seguranca-${brasiliaDay(now)}`,
    about: aboutExport(principal, query, now),
    columns: COLUMNS,
    pages,
  });
});
