import { type AnswerOf, brasiliaDay, historyKinds, historyReason } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';
import { aboutExport, inBrasilia } from '../../exports/about-export.ts';
import { EXPORT_PAGE, pagesBy, sendExport, type Exported } from '../../exports/send-export.ts';
import { eventsBefore, resolved, type FoundPlace, type ResolvedFilter } from '../../history/found-events.ts';
import { HISTORY_PROJECTIONS, historyEntries } from '../../history/history-entries.ts';

type Entry = AnswerOf<'tenantEvents'>['items'][number];

const namesIn = ({ objects }: Entry, isPlace: boolean): string =>
  objects
    .filter(({ kind }) => (kind === 'process' || kind === 'document') === isPlace)
    .map(({ id, name }) => name ?? id)
    .join(', ');

const COLUMNS: Exported<Entry>['columns'] = [
  ['Quando (Brasília)', ({ at }) => inBrasilia(at)],
  ['Tipo', ({ kind }) => historyKinds[kind]],
  ['Quem', ({ who }) => who.name ?? who.kind],
  ['O que', ({ what }) => what],
  ['Sobre', (entry) => namesIn(entry, false)],
  ['Processo e documento', (entry) => namesIn(entry, true)],
  ['Motivo', ({ reason }) => (reason === null ? null : historyReason(reason))],
  ['IP', ({ ip }) => ip],
  ['Por token', ({ who }) => who.tokenId],
  ['Id de quem', ({ who }) => who.id],
  ['Id do processo', ({ objects }) => objects.find(({ kind }) => kind === 'process')?.id ?? null],
  ['Posição no registro', ({ position }) => position],
];

export const route = defineRoute('exportEvents', async ({ principal, query, reply }, context) => {
  await context.attempts.count('exportPerUser', principal.sub);
  const freshness = { minPosition: undefined, projections: HISTORY_PROJECTIONS };
  let asked: ResolvedFilter | undefined;
  const pages = pagesBy<Entry, FoundPlace>(async (before) => {
    const places = await context.models.ofCaller(principal, freshness, async (db) => {
      asked ??= await resolved(db, principal.tenantId, query);
      return eventsBefore(db, asked, before, EXPORT_PAGE);
    });
    return { items: await historyEntries(context, principal, places), last: places.at(-1) };
  });
  const now = context.now();
  return sendExport(reply, query.format, {
    fileName: `eventos-${brasiliaDay(now)}`,
    about: aboutExport(principal, query, now),
    columns: COLUMNS,
    pages,
  });
});
